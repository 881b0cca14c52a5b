import type { WaitingReason } from '../container/sync-error.ts';

/** Why a container waits, as its status shows it. */
export interface Waiting {
  readonly reason: WaitingReason;
  readonly message: string;
}

/**
 * Remembers per container why it could not be started last.
 * @go kubernetes/pkg/kubelet#ReasonCache
 */
export class WaitingReasons {
  private readonly entries = new Map<string, Waiting>();

  get(podUid: string, container: string): Waiting | undefined {
    return this.entries.get(`${podUid}/${container}`);
  }

  set(podUid: string, container: string, waiting: Waiting): void {
    this.entries.set(`${podUid}/${container}`, waiting);
  }

  delete(podUid: string, container: string): void {
    this.entries.delete(`${podUid}/${container}`);
  }

  /** Forgets a pod. */
  forget(podUid: string): void {
    for (const key of this.entries.keys()) if (key.startsWith(`${podUid}/`)) this.entries.delete(key);
  }
}
