import type { IPAddress, ServiceCIDR } from '@kubescript/api/networking/v1';
import { type DeepReadonly, formatTime, isNotFound } from '@kubescript/apimachinery';
import { networkingv1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { planCidr, protectionFinalizer } from './plan.ts';

type Condition = NonNullable<NonNullable<ServiceCIDR['status']>['conditions']>[number];

const heldMessage =
  'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR';

/**
 * Says of ServiceCIDRs that they are ready, and keeps those that are deleted until no address of them is in use.
 *
 * @go k8s.io/kubernetes/pkg/controller/servicecidrs#Controller
 */
export class ServiceCidrsController implements Controller {
  readonly name = 'service-cidr-controller';
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #cidrs: SharedInformer<ServiceCIDR>;
  readonly #addresses: SharedInformer<IPAddress>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#cidrs = context.informers.for(networkingv1.servicecidrs);
    this.#addresses = context.informers.for(networkingv1.ipaddresses);
    const enqueueAll = (): void => {
      this.enqueueAll();
    };
    this.#cidrs.addEventHandler({ onAdd: enqueueAll, onUpdate: enqueueAll, onDelete: enqueueAll });
    this.#addresses.addEventHandler({ onDelete: enqueueAll });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 5,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#cidrs, this.#addresses],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Ranges overlap, and there are few: what happens to one may concern any. */
  enqueueAll(): void {
    for (const { metadata } of this.#cidrs.lister.list()) this.#queue.add(metadata.name ?? '');
  }

  /** Brings one ServiceCIDR to what it should be. */
  async sync(name: string): Promise<void> {
    const cidr = this.#cidrs.lister.getByKey(name);
    if (!cidr) return;
    const { kind } = planCidr(cidr, this.#cidrs.lister.list(), this.#addresses.lister.list());
    try {
      if (kind === 'release') await this.#setProtected(cidr, false);
      else if (kind === 'hold')
        await this.#setReady(cidr, { status: 'False', reason: 'Terminating', message: heldMessage });
      else {
        const ready = { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' };
        await this.#setReady(await this.#setProtected(cidr, true), ready);
      }
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }

  async #setProtected(cidr: DeepReadonly<ServiceCIDR>, wanted: boolean): Promise<DeepReadonly<ServiceCIDR>> {
    const { finalizers = [] } = cidr.metadata;
    if (finalizers.includes(protectionFinalizer) === wanted) return cidr;
    const others = finalizers.filter((finalizer) => finalizer !== protectionFinalizer);
    const changed = wanted ? [...others, protectionFinalizer] : others;
    const api = this.#context.client.resource(networkingv1.servicecidrs);
    return api.update({ ...cidr, metadata: { ...cidr.metadata, finalizers: changed } });
  }

  async #setReady(
    cidr: DeepReadonly<ServiceCIDR>,
    wanted: Pick<Condition, 'status' | 'reason' | 'message'>,
  ): Promise<void> {
    const conditions = cidr.status.conditions ?? [];
    if (conditions.find(({ type }) => type === 'Ready')?.status === wanted.status) return;
    const lastTransitionTime = formatTime(this.#context.clock.now());
    const ready = { type: 'Ready', ...wanted, lastTransitionTime };
    const others = conditions.filter(({ type }) => type !== 'Ready');
    const api = this.#context.client.resource(networkingv1.servicecidrs);
    await api.updateStatus({ ...cidr, status: { conditions: [...others, ready] } });
  }
}
