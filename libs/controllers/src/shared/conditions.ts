import type { DeepReadonly } from '@kubescript/apimachinery';

/** What all conditions have in common. */
export interface ConditionLike {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

/** The condition of that type. */
export function findCondition<C extends ConditionLike>(
  conditions: readonly DeepReadonly<C>[] | undefined,
  type: string,
): DeepReadonly<C> | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** True if the condition of that type has status True. */
export function isConditionTrue(conditions: readonly DeepReadonly<ConditionLike>[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** The conditions without that of one type. */
export function withoutCondition<C extends ConditionLike>(conditions: readonly C[] | undefined, type: string): C[] {
  return (conditions ?? []).filter((condition) => condition.type !== type);
}
