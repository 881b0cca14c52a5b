import type { AdmissionPlugin } from '@kubescript/apiserver';
import type { Ingress, IngressClass } from '@kubescript/api/networking/v1';

import { isFor, objectOf } from '../generic/attributes.ts';
import { listCached } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { newestDefault } from '../generic/newest-default.ts';

const defaultAnnotation = 'ingressclass.kubernetes.io/is-default-class';
const oldClassAnnotation = 'kubernetes.io/ingress.class';

/**
 * DefaultIngressClass: an Ingress that names no class gets the default one.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/network/defaultingressclass#(*classDefaulterPlugin).Admit
 */
export function defaultIngressClass({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'DefaultIngressClass',
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      if (!isFor(attributes, 'networking.k8s.io', 'ingresses')) return;
      const { spec, metadata } = objectOf<Ingress>(attributes);
      if (spec.ingressClassName !== undefined || metadata.annotations?.[oldClassAnnotation] !== undefined) return;
      const chosen = newestDefault<IngressClass>(await listCached(stores.ingressClasses, ''), [defaultAnnotation]);
      if (chosen?.metadata.name !== undefined) spec.ingressClassName = chosen.metadata.name;
    },
  };
}
