import type { PodFailurePolicy, SuccessPolicy } from '@kubescript/api/batch/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** A PodFailurePolicy as messages show it: as the reference's internal type. */
export function goPodFailurePolicy(policy: DeepReadonly<PodFailurePolicy> | undefined): unknown {
  if (policy === undefined) return null;
  const rules = (policy.rules ?? []).map(({ action, onExitCodes: codes, onPodConditions }) => ({
    Action: action,
    OnExitCodes:
      codes === undefined
        ? null
        : { ContainerName: codes.containerName ?? null, Operator: codes.operator, Values: codes.values ?? null },
    OnPodConditions: onPodConditions?.map(({ type, status }) => ({ Type: type, Status: status })) ?? null,
  }));
  return { Rules: rules };
}

/** A SuccessPolicy as messages show it. */
export function goSuccessPolicy(policy: DeepReadonly<SuccessPolicy> | undefined): unknown {
  if (policy === undefined) return null;
  const rules = (policy.rules ?? []).map(({ succeededIndexes, succeededCount }) => ({
    SucceededIndexes: succeededIndexes ?? null,
    SucceededCount: succeededCount ?? null,
  }));
  return { Rules: rules };
}
