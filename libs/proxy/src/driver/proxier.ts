import type { Node, Service } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import type { SharedInformer } from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

import { deleteFlows, staleUdpFlows } from '../conntrack/stale-flows.ts';
import type { IpFamily } from '../model/addresses.ts';
import type { NodePlace } from '../model/traffic.ts';
import { ServiceTracker, type ServiceView } from '../tracker/service-tracker.ts';
import type { Backend } from './backend.ts';
import type { Exec } from './exec.ts';
import { HealthCheckPorts } from './health-check-ports.ts';
import { type SyncPace, SyncPacer } from './sync-pacer.ts';

/** What a proxier works on. */
export interface ProxierInformers {
  readonly services: SharedInformer<Service>;
  readonly slices: SharedInformer<EndpointSlice>;
  /** Tells of the own node at least. */
  readonly nodes: SharedInformer<Node>;
}

/** How a proxier is made. */
export interface ProxierOptions {
  readonly nodeName: string;
  readonly informers: ProxierInformers;
  /** Makes the backend of a family; `place` tells what is known of the node by then. */
  readonly newBackend: (family: IpFamily, place: () => NodePlace) => Backend;
  readonly families: readonly IpFamily[];
  readonly pace: SyncPace;
  readonly exec: Exec;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told of every successful sync of all families. */
  readonly onSynced?: (seconds: number) => void;
  readonly onFailed?: (err: unknown) => void;
}

interface FamilyState {
  readonly family: IpFamily;
  readonly tracker: ServiceTracker;
  readonly backend: Backend;
  /** What the kernel was last told, for the services that have UDP ports. */
  readonly udp: Map<string, ServiceView>;
}

const SYNC_POLL_MS = 10;
const RETRY_MS = 1000;
const ZONE_LABEL = 'topology.kubernetes.io/zone';

/** Follows services and endpoint slices and keeps the rules of the node in line with them. */
export class Proxier {
  readonly #options: ProxierOptions;
  readonly #families: readonly FamilyState[];
  readonly #pacer: SyncPacer;
  readonly #healthChecks: HealthCheckPorts;
  #place: NodePlace;

  constructor(options: ProxierOptions) {
    this.#options = options;
    this.#place = { name: options.nodeName, zone: '' };
    this.#pacer = new SyncPacer(options.clock, options.pace);
    this.#healthChecks = new HealthCheckPorts((service, err) => {
      options.logger.warn('Cannot serve the health check node port', { service, err });
    });
    this.#families = options.families.map((family) => ({
      family,
      tracker: new ServiceTracker(family, options.nodeName),
      backend: options.newBackend(family, () => this.#place),
      udp: new Map(),
    }));
    this.#attach(options.informers);
  }

  /** Syncs until the signal. Nothing is written before the first lists are complete, lest rules be removed by mistake. */
  async run(signal: AbortSignal): Promise<void> {
    const { services, slices } = this.#options.informers;
    while (!services.hasSynced() || !slices.hasSynced()) {
      await this.#options.clock.sleep(SYNC_POLL_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
    }
    await using _ports = this.#healthChecks;
    this.#pacer.request();
    await this.#pacer.run((working) => this.syncAll(working), signal);
  }

  /** One sync of all families; resolves with the time after which the next is due in any case. */
  async syncAll(signal: AbortSignal): Promise<number | undefined> {
    const started = performance.now();
    const due: number[] = [];
    try {
      for (const state of this.#families) {
        await this.syncFamily(state, signal);
        if (state.backend.resyncAfterMs !== undefined) due.push(state.backend.resyncAfterMs);
      }
      this.#options.onSynced?.((performance.now() - started) / 1000);
    } catch (err) {
      if (signal.aborted) return undefined;
      this.#options.logger.error('Syncing the rules failed, trying again', { err });
      this.#options.onFailed?.(err);
      return RETRY_MS;
    }
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** Applies what changed in a family since its last sync. */
  async syncFamily({ family, tracker, backend, udp }: FamilyState, signal: AbortSignal): Promise<void> {
    if (backend.needsAll) tracker.touchAll();
    const changes = tracker.takeChanges();
    await backend.sync(changes, signal);
    if (family === this.#families[0]?.family) this.#healthChecks.update(changes);
    const flows = staleUdpFlows(udp, changes);
    for (const [key, view] of changes) {
      if (view.ports.some(({ protocol }) => protocol === 'udp')) udp.set(key, view);
      else udp.delete(key);
    }
    await deleteFlows(this.#options.exec, family, flows);
  }

  #attach({ services, slices, nodes }: ProxierInformers): void {
    services.addEventHandler({
      onAdd: (service) => {
        this.#change((tracker) => {
          tracker.setService(service);
        });
      },
      onUpdate: (_old, service) => {
        this.#change((tracker) => {
          tracker.setService(service);
        });
      },
      onDelete: (service) => {
        this.#change((tracker) => {
          tracker.deleteService(service);
        });
      },
    });
    slices.addEventHandler({
      onAdd: (slice) => {
        this.#change((tracker) => {
          tracker.setSlice(slice);
        });
      },
      onUpdate: (_old, slice) => {
        this.#change((tracker) => {
          tracker.setSlice(slice);
        });
      },
      onDelete: (slice) => {
        this.#change((tracker) => {
          tracker.deleteSlice(slice);
        });
      },
    });
    nodes.addEventHandler({
      onAdd: (node) => {
        this.#nodeChanged(node);
      },
      onUpdate: (_old, node) => {
        this.#nodeChanged(node);
      },
    });
  }

  #change(apply: (tracker: ServiceTracker) => void): void {
    for (const { tracker } of this.#families) apply(tracker);
    if (this.#families.some(({ tracker }) => tracker.hasChanges)) this.#pacer.request();
  }

  /** Hints of endpoints depend on the node's zone. */
  #nodeChanged(node: DeepReadonly<Node>): void {
    const zone = node.metadata.labels?.[ZONE_LABEL] ?? '';
    if (node.metadata.name !== this.#place.name || zone === this.#place.zone) return;
    this.#place = { ...this.#place, zone };
    this.#change((tracker) => {
      tracker.touchAll();
    });
  }
}
