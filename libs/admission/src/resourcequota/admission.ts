import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import { type AdmissionAttributes, type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { ResourceQuota } from '@kubescript/api/core/v1';
import { evaluatorFor } from '@kubescript/component-helpers';
import { systemContext } from '@kubescript/lib-registry';

import { isFor } from '../generic/attributes.ts';
import { listCached } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { QuotaRefusal, charged, checkRequest } from './check-request.ts';
import { limitedResources, limitsOn } from './configuration.ts';

/**
 * ResourceQuota: a namespace gets no more than its quotas allow. What a request takes is written into the quota's
 * status before the object is stored, so that two requests never take the same; the quota controller gives back.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/resourcequota#(*QuotaAdmission).Validate
 */
export function resourceQuota(deps: AdmissionDeps): AdmissionPlugin {
  const limited = limitedResources(deps.configuration?.('ResourceQuota'));
  return {
    name: 'ResourceQuota',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      const { resource, operation, subresource, namespace, object, oldObject } = attributes;
      if (!isCounted(attributes) || !object) return;
      const evaluator = evaluatorFor(resource);
      if (!evaluator.handles(operation, subresource)) return;
      const limits = limitsOn(limited, resource);
      const quotas = await listCached(deps.stores.resourceQuotas, namespace);
      if (quotas.length === 0 && limits.length === 0) return;
      const request = { operation, object: object as DeepReadonly<KubeObject>, oldObject, evaluator, limited: limits };
      try {
        for (const { quota, delta } of checkRequest(quotas, request)) {
          const take = (current: ResourceQuota): ResourceQuota => charged(current, delta);
          const context = { ...systemContext(namespace), dryRun: attributes.dryRun };
          await deps.stores.resourceQuotas.guaranteedUpdate(quota, take, context);
        }
      } catch (error) {
        if (error instanceof QuotaRefusal) throw forbid(attributes, error.message);
        throw error;
      }
    },
  };
}

/** Events are never counted, and of subresources only the one that changes what a pod asks for. */
function isCounted(attributes: AdmissionAttributes): boolean {
  const { namespace, resource, subresource } = attributes;
  if (namespace === '' || isFor(attributes, '', 'events')) return false;
  if (subresource !== '') return isFor(attributes, '', 'pods', 'resize');
  return !isFor(attributes, '', 'namespaces') && !resource.resource.endsWith('reviews');
}
