import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { LimitRange, PersistentVolumeClaim, Pod } from '@kubescript/api/core/v1';

import { forbid, isFor, objectOf } from '../generic/attributes.ts';
import { listCached } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { setDefaultResources } from './defaults.ts';
import { claimProblems, podProblems } from './limits.ts';

/**
 * LimitRanger: containers get the namespace's default requests and limits, and stay within its bounds.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/limitranger#(*LimitRanger).runLimitFunc
 */
export function limitRanger(deps: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'LimitRanger',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      if (!isFor(attributes, '', 'pods') || attributes.operation !== 'CREATE') return;
      for (const range of await rangesOf(attributes, deps)) setDefaultResources(objectOf<Pod>(attributes), range);
    },
    async validate(attributes) {
      if (!isLimited(attributes)) return;
      for (const range of await rangesOf(attributes, deps)) {
        const problems = attributes.resource.resource.startsWith('pods')
          ? podProblems(objectOf<Pod>(attributes), range)
          : claimProblems(objectOf<PersistentVolumeClaim>(attributes), range);
        if (problems.length === 1) throw forbid(attributes, problems[0] ?? '');
        if (problems.length > 1) throw forbid(attributes, `[${problems.join(', ')}]`);
      }
    },
  };
}

function isLimited(attributes: AdmissionAttributes): boolean {
  const isUpdate = attributes.operation === 'UPDATE';
  if (isUpdate && attributes.object?.metadata.deletionTimestamp !== undefined) return false;
  if (isFor(attributes, '', 'pods')) return !isUpdate;
  return isFor(attributes, '', 'pods', 'resize') || isFor(attributes, '', 'persistentvolumeclaims');
}

function rangesOf(
  { namespace }: AdmissionAttributes,
  { stores }: AdmissionDeps,
): Promise<readonly DeepReadonly<LimitRange>[]> {
  return listCached(stores.limitRanges, namespace);
}
