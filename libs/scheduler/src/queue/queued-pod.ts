import type { PodInfo, QueuedPodInfo } from '@kubescript/kube-scheduler';

/** A pod in the queue with the history of its attempts; only the queue changes it. */
export class QueuedPod implements QueuedPodInfo {
  podInfo: PodInfo;
  timestamp: number;
  attempts = 0;
  initialAttemptTimestamp: number | undefined;
  /** Attempts in which a plugin turned the pod down; decides about the back-off. */
  unschedulableCount = 0;
  /** Failed attempts in a row that were nobody's verdict; decides about the back-off. */
  consecutiveErrors = 0;
  /** The plugins that turned the pod down last time. */
  unschedulablePlugins = new Set<string>();
  /** Those of them that wait for another component: their event makes the pod active without back-off. */
  pendingPlugins = new Set<string>();
  /** The PreEnqueue plugin that keeps the pod out of the active queue, or undefined. */
  gatedBy: string | undefined;

  constructor(podInfo: PodInfo, timestamp: number) {
    this.podInfo = podInfo;
    this.timestamp = timestamp;
  }

  get id(): string {
    return this.podInfo.id;
  }

  /** All plugins whose events may make the pod schedulable; empty after an error, when anything may. */
  get rejectors(): ReadonlySet<string> {
    if (this.pendingPlugins.size === 0) return this.unschedulablePlugins;
    return new Set([...this.unschedulablePlugins, ...this.pendingPlugins]);
  }
}
