import { isDeepStrictEqual } from 'node:util';

import type { Pod, PodStatus } from '@kubescript/api/core/v1';
import { isConflict, isNotFound } from '@kubescript/apimachinery';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { corev1 } from '@kubescript/client';
import type { Client } from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

import { podIdentity } from '../container/quantities.ts';
import { messageOf } from '../container/sync-error.ts';
import { statusPatch } from './status-patch.ts';

interface Entry {
  pod: DeepReadonly<Pod>;
  status: DeepReadonly<PodStatus>;
  /** The status last written to the API server, or what the server had. */
  written: DeepReadonly<PodStatus>;
  /** The pod may be deleted from the API server: nothing of it is left here. */
  reclaimed: boolean;
  deleted: boolean;
}

/**
 * Keeps what the API server says of pods equal to what the kubelet says, one write per pod at a time, the newest wins;
 * and removes a deleted pod from the API server once nothing of it is left on the node.
 * @go kubernetes/pkg/kubelet/status#manager
 */
export class StatusManager {
  private readonly client: Client;
  private readonly clock: Clock;
  private readonly logger: Logger;
  private readonly entries = new Map<string, Entry>();
  private readonly writing = new Set<string>();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly closed = new AbortController();

  constructor(client: Client, clock: Clock, logger: Logger) {
    this.client = client;
    this.clock = clock;
    this.logger = logger;
  }

  /** The status that was made last, even if it is not written yet. */
  get(uid: string): DeepReadonly<PodStatus> | undefined {
    return this.entries.get(uid)?.status;
  }

  /** Takes a new status; it is written in the background. */
  set(pod: DeepReadonly<Pod>, status: PodStatus): void {
    const { uid } = podIdentity(pod);
    const entry = this.entries.get(uid);
    if (entry === undefined) {
      this.entries.set(uid, { pod, status, written: pod.status, reclaimed: false, deleted: false });
    } else {
      entry.pod = pod;
      entry.status = status;
    }
    this.write(uid);
  }

  /** Says that nothing of the pod is left on the node. */
  reclaimed(pod: DeepReadonly<Pod>): void {
    const entry = this.entries.get(podIdentity(pod).uid);
    if (entry === undefined) return;
    entry.pod = pod;
    entry.reclaimed = true;
    this.write(podIdentity(pod).uid);
  }

  /** Forgets a pod that the API server no longer has. */
  forget(uid: string): void {
    this.entries.delete(uid);
  }

  /** Gives the writes under way one last try, and resolves when all have ended. */
  async close(): Promise<void> {
    this.closed.abort(new Error('the status manager was closed'));
    await Promise.all(this.inFlight);
  }

  private write(uid: string): void {
    if (this.writing.has(uid)) return;
    this.writing.add(uid);
    const writing = this.writeUntilCurrent(uid).finally(() => {
      this.writing.delete(uid);
      this.inFlight.delete(writing);
    });
    this.inFlight.add(writing);
  }

  private async writeUntilCurrent(uid: string): Promise<void> {
    for (let failures = 0; ;) {
      const entry = this.entries.get(uid);
      if (entry === undefined || isCurrent(entry)) return;
      try {
        await this.writeOnce(entry);
        failures = 0;
      } catch (err) {
        if (isNotFound(err) || this.closed.signal.aborted) return;
        failures++;
        this.logger.warn('the status of a pod could not be written', {
          pod: podIdentity(entry.pod).name,
          err: messageOf(err),
        });
        await this.clock.sleep(Math.min(10_000, 100 * 2 ** failures), this.closed.signal).catch(() => undefined);
      }
    }
  }

  private async writeOnce(entry: Entry): Promise<void> {
    const { uid, name, namespace } = podIdentity(entry.pod);
    const pods = this.client.resource(corev1.pods, namespace);
    const { status } = entry;
    if (!isDeepStrictEqual(status, entry.written)) {
      const body = statusPatch(uid, entry.written, status);
      await pods.patch(name, 'application/strategic-merge-patch+json', body, { subresource: 'status' });
      entry.written = status;
    }
    if (!entry.reclaimed || entry.deleted || entry.pod.metadata.deletionTimestamp === undefined) return;
    await pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid } }).catch((err: unknown) => {
      if (!isNotFound(err) && !isConflict(err)) throw err;
    });
    entry.deleted = true;
  }
}

function isCurrent(entry: Entry): boolean {
  const mustDelete = entry.reclaimed && !entry.deleted && entry.pod.metadata.deletionTimestamp !== undefined;
  return !mustDelete && isDeepStrictEqual(entry.status, entry.written);
}
