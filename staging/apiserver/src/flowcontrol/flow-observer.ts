import type { RejectReason } from './queue-set.ts';

/** Told what becomes of the requests of one flow schema at one priority level. */
export interface FlowObserver {
  onEnqueued(queueLength: number, seats: number): void;
  onDequeued(seats: number, waitedSeconds: number): void;
  onDispatched(seats: number): void;
  onFinished(seconds: number): void;
  onReleased(seats: number): void;
  onRejected(reason: RejectReason): void;
}
