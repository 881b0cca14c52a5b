import type { Lease, LeaseSpec } from '@kubescript/api/coordination/v1';
import { type Clock, type DeepReadonly, formatMicroTime, isNotFound, realClock } from '@kubescript/apimachinery';

import type { Client, ResourceClient } from '../typed/resource.ts';
import { leases } from '../zz_generated/coordination/v1.ts';

/** How a leader is elected; times in milliseconds. */
export interface LeaderElectorOptions {
  readonly client: Client;
  /** The Lease that the candidates compete for. */
  readonly lock: { readonly namespace: string; readonly name: string };
  /** Differs between all candidates: `host_uuid`. */
  readonly identity: string;
  readonly leaseDuration?: number;
  readonly renewDeadline?: number;
  readonly retryPeriod?: number;
  readonly clock?: Clock;
  readonly onNewLeader?: (identity: string) => void;
  readonly onError?: (err: unknown) => void;
}

/** Thrown by `LeaderElector.run` when another took the lease, or it could not be renewed in time. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Works only while it holds a Lease. Whether a lease has run out is judged by the time at which this candidate saw it
 * change, never by comparing clocks of different machines.
 *
 * @go k8s.io/client-go/tools/leaderelection#LeaderElector
 */
export class LeaderElector {
  readonly #options: Required<Pick<LeaderElectorOptions, 'leaseDuration' | 'renewDeadline' | 'retryPeriod' | 'clock'>> &
    LeaderElectorOptions;
  readonly #leases: ResourceClient<Lease>;
  #observed: DeepReadonly<Lease> | undefined;
  #observedAt = 0;
  #reported = '';

  constructor(options: LeaderElectorOptions) {
    this.#options = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000, clock: realClock, ...options };
    this.#leases = options.client.resource(leases, options.lock.namespace);
  }

  /** True while this candidate holds the lease, as far as it knows. */
  isLeader(): boolean {
    return this.#observed?.spec.holderIdentity === this.#options.identity;
  }

  /**
   * Waits for the lease, then runs `work` until it ends, the signal is aborted, or the lease is lost (which aborts
   * work's signal and rejects with LeaseLostError). The lease is given back in the end, so that the next need not wait.
   */
  async run(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    await this.#acquire(signal);
    const lost = new AbortController();
    const working = AbortSignal.any([signal, lost.signal]);
    const ended = new AbortController();
    const renewing = this.#renew(AbortSignal.any([signal, ended.signal])).catch((err: unknown) => {
      lost.abort(err);
    });
    try {
      await work(working);
    } finally {
      ended.abort();
      await renewing;
      if (!lost.signal.aborted) await this.#release();
    }
    if (lost.signal.aborted) throw lost.signal.reason as Error;
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    const { clock, retryPeriod } = this.#options;
    while (!(await this.#tryAcquireOrRenew(signal))) await clock.sleep(retryPeriod * (1 + Math.random() * 1.2), signal);
  }

  /** Ends quietly at the signal; rejects when the lease is lost. */
  async #renew(signal: AbortSignal): Promise<void> {
    const { clock, retryPeriod, renewDeadline, lock } = this.#options;
    let renewed = clock.now();
    while (!signal.aborted) {
      try {
        await clock.sleep(retryPeriod, signal);
      } catch {
        return;
      }
      if (await this.#tryAcquireOrRenew(signal)) renewed = clock.now();
      else if (this.#isLost(signal, renewed, renewDeadline)) {
        throw new LeaseLostError(`lost the lease ${lock.namespace}/${lock.name}`);
      }
    }
  }

  #isLost(signal: AbortSignal, renewed: number, deadline: number): boolean {
    return !signal.aborted && (!this.isLeader() || this.#options.clock.now() - renewed >= deadline);
  }

  async #tryAcquireOrRenew(signal: AbortSignal): Promise<boolean> {
    try {
      const held = await this.#takeLease(signal);
      this.#report();
      return held;
    } catch (err) {
      if (!signal.aborted) this.#options.onError?.(err);
      return false;
    }
  }

  /** One try: reads the lease, and writes it if it is ours or has run out. */
  async #takeLease(signal: AbortSignal): Promise<boolean> {
    const { lock, clock, identity, leaseDuration } = this.#options;
    let lease: DeepReadonly<Lease>;
    try {
      lease = await this.#leases.get(lock.name, { signal });
    } catch (err) {
      if (!isNotFound(err)) throw err;
      const metadata = { name: lock.name, namespace: lock.namespace };
      this.#observe(await this.#leases.create({ metadata, spec: this.#record(undefined) }, { signal }));
      return true;
    }
    this.#observe(lease);
    const holder = lease.spec.holderIdentity ?? '';
    if (holder !== '' && holder !== identity && this.#observedAt + leaseDuration > clock.now()) return false;
    this.#observe(await this.#leases.update({ ...lease, spec: this.#record(lease.spec) }, { signal }));
    return true;
  }

  /** What the lease says once it is ours. */
  #record(old: DeepReadonly<LeaseSpec> | undefined): LeaseSpec {
    const { clock, identity, leaseDuration } = this.#options;
    const now = formatMicroTime(clock.now());
    const renewal = old?.holderIdentity === identity;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.max(1, Math.round(leaseDuration / 1000)),
      acquireTime: renewal ? (old.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (old?.leaseTransitions ?? 0) + (renewal || old === undefined ? 0 : 1),
    };
  }

  #observe(lease: DeepReadonly<Lease>): void {
    if (lease.metadata.resourceVersion !== this.#observed?.metadata.resourceVersion) {
      this.#observedAt = this.#options.clock.now();
    }
    this.#observed = lease;
  }

  #report(): void {
    const holder = this.#observed?.spec.holderIdentity ?? '';
    if (holder === this.#reported) return;
    this.#reported = holder;
    if (holder !== '') this.#options.onNewLeader?.(holder);
  }

  async #release(): Promise<void> {
    const lease = this.#observed;
    if (lease === undefined || !this.isLeader()) return;
    const now = formatMicroTime(this.#options.clock.now());
    const spec: LeaseSpec = {
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: now,
      renewTime: now,
      leaseTransitions: lease.spec.leaseTransitions ?? 0,
    };
    try {
      this.#observed = await this.#leases.update({ ...lease, spec }, { signal: AbortSignal.timeout(1000) });
    } catch (err) {
      this.#options.onError?.(err);
    }
  }
}
