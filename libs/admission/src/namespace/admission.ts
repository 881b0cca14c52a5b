import { isAlreadyExists, newNotFound } from '@kubescript/apimachinery';
import { type AdmissionAttributes, type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { Namespace } from '@kubescript/api/core/v1';
import { systemContext } from '@kubescript/lib-registry';

import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

/**
 * NamespaceAutoProvision: what is made in a namespace that does not exist makes the namespace too.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/namespace/autoprovision#(*Provision).Admit
 */
export function namespaceAutoProvision({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'NamespaceAutoProvision',
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      const { namespace, dryRun } = attributes;
      if (!isInNamespace(attributes) || dryRun || (await lookUp(stores.namespaces, '', namespace))) return;
      const object: Namespace = { metadata: { name: namespace }, spec: {}, status: {} };
      try {
        await stores.namespaces.create(namespace, object, {
          ...systemContext(''),
          validate: () => Promise.resolve(),
        });
      } catch (error) {
        if (!isAlreadyExists(error)) throw forbid(attributes, (error as Error).message);
      }
    },
  };
}

/**
 * NamespaceExists: nothing is done in a namespace that does not exist.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/namespace/exists#(*Exists).Validate
 */
export function namespaceExists({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'NamespaceExists',
    handles: (operation) => operation !== 'CONNECT',
    async validate(attributes) {
      if (!isInNamespace(attributes) || (await lookUp(stores.namespaces, '', attributes.namespace))) return;
      throw newNotFound({ group: '', resource: 'namespaces' }, attributes.namespace);
    },
  };
}

function isInNamespace({ namespace, kind }: AdmissionAttributes): boolean {
  return namespace !== '' && !(kind.group === '' && kind.kind === 'Namespace');
}
