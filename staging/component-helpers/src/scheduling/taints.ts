import type { Taint, Toleration } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** Labels and taints that the control plane itself puts on nodes. */
export const TAINT_NODE_NOT_READY = 'node.kubernetes.io/not-ready';
export const TAINT_NODE_UNREACHABLE = 'node.kubernetes.io/unreachable';
export const TAINT_NODE_UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/**
 * Whether a toleration covers a taint: same effect (or none given), same key (or none given), and, unless the
 * operator is Exists, the same value.
 * @go api/core/v1#(*Toleration).ToleratesTaint
 */
export function toleratesTaint(toleration: DeepReadonly<Toleration>, taint: DeepReadonly<Taint>): boolean {
  const { key = '', operator = '', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && value === (taint.value ?? '');
}

/** Whether any of the tolerations covers the taint. */
export function tolerationsTolerateTaint(
  tolerations: readonly DeepReadonly<Toleration>[] | undefined,
  taint: DeepReadonly<Taint>,
): boolean {
  return tolerations?.some((toleration) => toleratesTaint(toleration, taint)) ?? false;
}

/**
 * The first of the taints that the filter accepts and no toleration covers.
 * @go component-helpers/scheduling/corev1#FindMatchingUntoleratedTaint
 */
export function findUntoleratedTaint(
  taints: readonly DeepReadonly<Taint>[] | undefined,
  tolerations: readonly DeepReadonly<Toleration>[] | undefined,
  filter: (taint: DeepReadonly<Taint>) => boolean = () => true,
): DeepReadonly<Taint> | undefined {
  return taints?.find((taint) => filter(taint) && !tolerationsTolerateTaint(tolerations, taint));
}

/** Whether a taint keeps new pods off a node (PreferNoSchedule only discourages). */
export function forbidsScheduling(taint: DeepReadonly<Taint>): boolean {
  return taint.effect === 'NoSchedule' || taint.effect === 'NoExecute';
}

/** The taint as kubectl prints it: `key=value:effect`, leaving out what is empty. */
export function formatTaint({ key, value = '', effect }: DeepReadonly<Taint>): string {
  if (effect === '') return value === '' ? key : `${key}=${value}:`;
  return value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
}

/** Whether two taints are of the same key and effect, which a node has at most once. */
export function isSameTaint(a: DeepReadonly<Taint>, b: DeepReadonly<Taint>): boolean {
  return a.key === b.key && a.effect === b.effect;
}
