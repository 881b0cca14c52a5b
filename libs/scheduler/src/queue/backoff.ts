import type { QueuedPod } from './queued-pod.ts';

/** How long a pod waits after failed attempts: the initial time, doubled with each, up to the limit. */
export interface BackoffLimits {
  readonly initialMs: number;
  readonly maxMs: number;
}

/** Upstream's defaults. */
export const DEFAULT_BACKOFF: BackoffLimits = { initialMs: 1000, maxMs: 10_000 };

/** Pods whose back-off ends within the same window leave it together, so that priority counts among them. */
const WINDOW_MS = 1000;

/**
 * When the back-off of a pod ends; 0 if it has none.
 * @go kubernetes/pkg/scheduler/backend/queue#(*backoffQueue).getBackoffTime
 */
export function backoffEnd(pod: QueuedPod, { initialMs, maxMs }: BackoffLimits): number {
  const failures = pod.consecutiveErrors > 0 ? pod.consecutiveErrors : pod.unschedulableCount;
  if (failures === 0) return 0;
  const duration = Math.min(maxMs, initialMs * 2 ** Math.min(failures - 1, 30));
  return Math.trunc((pod.timestamp + duration) / WINDOW_MS) * WINDOW_MS;
}
