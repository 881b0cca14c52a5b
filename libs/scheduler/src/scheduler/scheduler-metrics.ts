import type { MetricsRegistry } from '@kubescript/component-base';

import type { PendingPods } from '../queue/scheduling-queue.ts';
import type { QueuedPod } from '../queue/queued-pod.ts';
import type { ScheduleResult } from './schedule-pod.ts';

/** What the scheduler counts. */
export interface SchedulerMetrics {
  /** One decision about one pod, in seconds. */
  attempt(outcome: ScheduleResult['outcome'], profile: string, seconds: number): void;
  /** A pod was bound. */
  scheduled(pod: QueuedPod, now: number): void;
  pendingPods(pending: PendingPods): void;
}

/** Counts nothing. */
export const noMetrics: SchedulerMetrics = {
  attempt: () => undefined,
  scheduled: () => undefined,
  pendingPods: () => undefined,
};

const OUTCOMES = {
  fits: 'scheduled',
  unschedulable: 'unschedulable',
  'no nodes': 'unschedulable',
  error: 'error',
} as const satisfies Record<ScheduleResult['outcome'], string>;

/** Registers upstream's metrics of the scheduler. */
export function newSchedulerMetrics(registry: MetricsRegistry): SchedulerMetrics {
  const attempts = registry.counter({
    name: 'scheduler_schedule_attempts_total',
    help: 'Attempts to schedule pods, by the result.',
    labels: ['result', 'profile'],
  });
  const duration = registry.histogram({
    name: 'scheduler_scheduling_attempt_duration_seconds',
    help: 'How long a decision took.',
    labels: ['result', 'profile'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
  });
  const untilBound = registry.histogram({
    name: 'scheduler_pod_scheduling_sli_duration_seconds',
    help: 'How long pods took from their first attempt until they were bound.',
    labels: ['attempts'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 1800],
  });
  const pendingPods = registry.gauge({
    name: 'scheduler_pending_pods',
    help: 'Pods without a node, by where they wait.',
    labels: ['queue'],
  });
  return {
    attempt(outcome, profile, seconds) {
      const labels = { result: OUTCOMES[outcome], profile };
      attempts.inc(labels);
      duration.observe(seconds, labels);
    },
    scheduled(pod, now) {
      const seconds = (now - (pod.initialAttemptTimestamp ?? now)) / 1000;
      untilBound.observe(seconds, { attempts: pod.attempts >= 16 ? '16+' : pod.attempts });
    },
    pendingPods(pending) {
      for (const [queue, count] of Object.entries(pending)) pendingPods.set(count as number, { queue });
    },
  };
}
