import type { Job, PodFailurePolicyRule } from '@kubescript/api/batch/v1';
import type { ContainerStatus, Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, keyOf } from '@kubescript/apimachinery';

/** What the failure of a pod means for its Job. */
export interface PodVerdict {
  readonly action: 'Count' | 'Ignore' | 'FailIndex' | 'FailJob';
  /** Why the Job fails. */
  readonly message?: string;
}

/**
 * What the Job's podFailurePolicy says of a failed pod: the first rule that matches decides.
 *
 * @go k8s.io/kubernetes/pkg/controller/job#matchPodFailurePolicy
 */
export function verdictOn(job: DeepReadonly<Job>, pod: DeepReadonly<Pod>): PodVerdict {
  if (pod.status.phase !== 'Failed') return { action: 'Count' };
  for (const [index, rule] of (job.spec.podFailurePolicy?.rules ?? []).entries()) {
    const matched = matchExitCodes(rule, pod) ?? matchConditions(rule, pod);
    if (matched === undefined) continue;
    const action = rule.action as PodVerdict['action'];
    if (action !== 'FailJob') return { action };
    const message = `${matched} for pod ${keyOf(pod)} matching ${rule.action} rule at index ${String(index)}`;
    return { action, message };
  }
  return { action: 'Count' };
}

function matchExitCodes(rule: DeepReadonly<PodFailurePolicyRule>, pod: DeepReadonly<Pod>): string | undefined {
  const { onExitCodes } = rule;
  if (onExitCodes === undefined) return undefined;
  const statuses: readonly DeepReadonly<ContainerStatus>[] = [
    ...(pod.status.containerStatuses ?? []),
    ...(pod.status.initContainerStatuses ?? []),
  ];
  for (const { name, state } of statuses) {
    const code = state?.terminated?.exitCode;
    if (code === undefined || code === 0) continue;
    if (onExitCodes.containerName !== undefined && onExitCodes.containerName !== name) continue;
    if (onExitCodes.values.includes(code) === (onExitCodes.operator === 'In')) {
      return `Container ${name} failed with exit code ${String(code)}`;
    }
  }
  return undefined;
}

function matchConditions(rule: DeepReadonly<PodFailurePolicyRule>, pod: DeepReadonly<Pod>): string | undefined {
  for (const pattern of rule.onPodConditions ?? []) {
    const found = pod.status.conditions?.find(
      (condition) => condition.type === pattern.type && condition.status === (pattern.status ?? 'True'),
    );
    if (found !== undefined) return `Pod condition ${found.type}`;
  }
  return undefined;
}
