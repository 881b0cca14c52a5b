import { type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { Service } from '@kubescript/api/core/v1';

import { isFor, objectOf, oldObjectOf } from '../generic/attributes.ts';

/**
 * DenyServiceExternalIPs: Services get no external IPs beyond those that they have.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/network/denyserviceexternalips#(*externalIPsDenierPlugin).Validate
 */
export function denyServiceExternalIps(): AdmissionPlugin {
  return {
    name: 'DenyServiceExternalIPs',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate(attributes) {
      if (!isFor(attributes, '', 'services')) return Promise.resolve();
      const old = attributes.operation === 'UPDATE' ? oldObjectOf<Service>(attributes).spec.externalIPs : [];
      const added = (objectOf<Service>(attributes).spec.externalIPs ?? []).filter((ip) => !(old ?? []).includes(ip));
      if (added.length === 0) return Promise.resolve();
      return Promise.reject(forbid(attributes, 'Use of external IPs is denied by admission control.'));
    },
  };
}
