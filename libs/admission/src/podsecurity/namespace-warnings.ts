import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';
import {
  type LevelVersion,
  evaluatePod,
  forbiddenReason,
  formatLevelVersion,
} from '@kubescript/pod-security-admission';

const maxPods = 3000;
const maxMs = 1000;

/**
 * What a stricter level means for the pods that are there already, which stay: one line for each sort of violation.
 *
 * @go k8s.io/pod-security-admission/admission#(*Admission).EvaluatePodsInNamespace
 */
export function namespaceWarnings(
  namespace: string,
  pods: readonly DeepReadonly<Pod>[],
  enforce: LevelVersion,
  clock: Clock,
): readonly string[] {
  const deadline = clock.now() + maxMs;
  const byReason = new Map<string, { readonly name: string; readonly count: number }>();
  let checked = 0;
  for (const { metadata, spec } of pods.slice(0, maxPods)) {
    if (clock.now() > deadline) break;
    checked++;
    const reason = forbiddenReason(evaluatePod(enforce, metadata, spec));
    if (reason === '') continue;
    const { name, count } = byReason.get(reason) ?? { name: metadata.name ?? '', count: 0 };
    const first = (metadata.name ?? '') < name ? (metadata.name ?? '') : name;
    byReason.set(reason, { name: first, count: count + 1 });
  }
  const only = `new PodSecurity enforce level only checked against the first ${String(checked)} of ${String(pods.length)} existing pods`;
  const head = `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${formatLevelVersion(enforce)}"`;
  const lines = [...byReason].map(([reason, { name, count }]) => `${name}${othersText(count - 1)}: ${reason}`);
  return [...(checked < pods.length ? [only] : []), ...(lines.length > 0 ? [head] : []), ...lines.sort()];
}

function othersText(others: number): string {
  if (others === 0) return '';
  return others === 1 ? ' (and 1 other pod)' : ` (and ${String(others)} other pods)`;
}
