import { isDeepStrictEqual } from 'node:util';

import type { Node, NodeStatus } from '@kubescript/api/core/v1';
import { isAlreadyExists } from '@kubescript/apimachinery';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { corev1 } from '@kubescript/client';
import type { Client } from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

import { messageOf } from '../container/sync-error.ts';
import type { EventSink } from '../events/event-sink.ts';
import { isAborted } from '../runtime/abort.ts';
import { newNode, nodeStatus } from './node-object.ts';
import type { NodeDescription, NodeObservation } from './node-object.ts';

/** What the node status manager works with. */
export interface NodeStatusOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: EventSink;
  readonly description: NodeDescription;
  readonly register: boolean;
  observe(): Promise<NodeObservation>;
}

const checkPeriod = 10_000;
const reportPeriod = 300_000;

/**
 * Registers the node and keeps its status: written when something changed, and every five minutes otherwise (the lease
 * tells that the node lives).
 * @go kubernetes/pkg/kubelet#(*Kubelet).syncNodeStatus
 */
export class NodeStatusManager {
  private readonly options: NodeStatusOptions;
  private current: DeepReadonly<Node> | undefined;
  private lastWrite = 0;

  constructor(options: NodeStatusOptions) {
    this.options = options;
  }

  /** The Node as last seen. */
  get node(): DeepReadonly<Node> | undefined {
    return this.current;
  }

  /** Works until the signal; quickly as long as the node is not ready. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.options;
    while (!signal.aborted) {
      let ready = false;
      try {
        ready = await this.sync();
      } catch (err) {
        if (isAborted(signal)) return;
        logger.warn('the status of the node could not be written', {
          node: this.options.description.name,
          err: messageOf(err),
        });
      }
      const period = ready ? checkPeriod : this.current === undefined ? 200 : 100;
      await clock.sleep(period, signal).catch(() => undefined);
    }
  }

  /** One round; returns whether the node is ready. */
  async sync(): Promise<boolean> {
    const seen = await this.options.observe();
    if (this.current === undefined) await this.registerNode(seen);
    else this.current = await this.nodes().get(this.options.description.name, { resourceVersion: '0' });
    await this.writeIfChanged(seen);
    return seen.notReady === '';
  }

  private nodes(): ReturnType<typeof this.options.client.resource<Node>> {
    return this.options.client.resource(corev1.nodes);
  }

  /** @go kubernetes/pkg/kubelet#(*Kubelet).registerWithAPIServer */
  private async registerNode(seen: NodeObservation): Promise<void> {
    const { description, register, events } = this.options;
    if (!register) {
      this.current = await this.nodes().get(description.name);
      return;
    }
    const status = nodeStatus(description, seen, undefined);
    try {
      this.current = await this.nodes().create(newNode(description, status));
      this.lastWrite = seen.now;
    } catch (err) {
      if (!isAlreadyExists(err)) throw err;
      this.current = await this.adopt(await this.nodes().get(description.name));
    }
    events.event({ ...this.current, kind: 'Node', apiVersion: 'v1' }, 'Normal', 'Starting', 'Starting kubelet.');
  }

  /** Gives a node that is registered already the labels that this kubelet wants. */
  private async adopt(existing: DeepReadonly<Node>): Promise<DeepReadonly<Node>> {
    const wanted = newNode(this.options.description, {}).metadata.labels ?? {};
    const labels = existing.metadata.labels ?? {};
    const missing = Object.entries(wanted).filter(([key, value]) => labels[key] !== value);
    if (missing.length === 0) return existing;
    const body = { metadata: { labels: Object.fromEntries(missing) } };
    return this.nodes().patch(this.options.description.name, 'application/merge-patch+json', body);
  }

  private async writeIfChanged(seen: NodeObservation): Promise<void> {
    const { current } = this;
    if (current === undefined) return;
    const status = nodeStatus(this.options.description, seen, current.status);
    const due = seen.now - this.lastWrite >= reportPeriod;
    if (!due && isDeepStrictEqual(comparable(status), comparable(current.status))) return;
    const { addresses, ...rest } = status;
    const moved = !isDeepStrictEqual(addresses, current.status.addresses);
    const body = { status: moved ? { ...rest, addresses: [...(addresses ?? []), { $patch: 'replace' }] } : rest };
    this.current = await this.nodes().patch(
      this.options.description.name,
      'application/strategic-merge-patch+json',
      body,
      {
        subresource: 'status',
      },
    );
    this.lastWrite = seen.now;
  }
}

/** What counts as a change: everything the kubelet says but the heartbeats. */
function comparable(status: DeepReadonly<NodeStatus>): object {
  const own = new Set(['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready']);
  return {
    capacity: status.capacity,
    allocatable: status.allocatable,
    addresses: status.addresses,
    daemonEndpoints: status.daemonEndpoints,
    nodeInfo: status.nodeInfo,
    images: status.images ?? [],
    conditions: (status.conditions ?? [])
      .filter(({ type }) => own.has(type))
      .map(({ type, status: value, reason, message }) => [type, value, reason, message]),
  };
}
