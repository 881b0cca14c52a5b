import { type ClientDuplexStream, type ServiceError, status as grpcStatus } from '@grpc/grpc-js';
import { type Clock, realClock } from '@kubescript/apimachinery';

import { AsyncQueue } from '../async-queue.ts';
import {
  type Backend,
  type BackendEvent,
  CompactedError,
  FutureRevisionError,
  type KnownKeys,
  type RangeResult,
  type WriteResult,
} from '../backend.ts';
import { prefixEnd } from '../keys.ts';
import { EtcdClient, type EtcdClientOptions } from './etcd-client.ts';
import { LeasePool } from './lease-pool.ts';
import {
  type ConditionalWrite,
  type EtcdStatus,
  decodeConditionalResult,
  decodeLeaseGrant,
  decodeRange,
  decodeStatus,
  encodeCompaction,
  encodeConditionalWrite,
  encodeLeaseGrant,
  encodeRange,
  type RangeRequest,
  type WatchRequest,
  type WatchResponse,
} from './messages.ts';

const RANGE = '/etcdserverpb.KV/Range';
const TXN = '/etcdserverpb.KV/Txn';
const COMPACT = '/etcdserverpb.KV/Compact';
const LEASE_GRANT = '/etcdserverpb.Lease/LeaseGrant';
const STATUS = '/etcdserverpb.Maintenance/Status';
/** A key that need not exist: reading it tells the revision of the store. */
const PROBE_KEY = '/registry/health';

interface WatchItem {
  readonly events: readonly BackendEvent[];
  readonly revision: number;
}

/** How to use an etcd cluster as the store. */
export interface EtcdOptions extends EtcdClientOptions {
  readonly clock?: Clock;
  /** For how long keys that expire share a lease at most; a minute unless told otherwise. */
  readonly leaseReuseMs?: number;
}

/** Uses an etcd cluster (v3.4 or newer) as the store. Connects when first used; the caller must dispose the result. */
export function openEtcdBackend(options: EtcdOptions): EtcdBackend {
  const { clock = realClock, leaseReuseMs, metrics } = options;
  return new EtcdBackend(new EtcdClient(options), clock, {
    ...(leaseReuseMs !== undefined && { maxReuseMs: leaseReuseMs }),
    ...(metrics && {
      onFull: (keys: number) => {
        metrics.onLeaseFull(keys);
      },
    }),
  });
}

/** The store in an etcd cluster, with upstream's layout of keys, so several API servers may share it. */
export class EtcdBackend implements Backend {
  private readonly client: EtcdClient;
  private readonly leases: LeasePool;
  private reliable: Promise<boolean> | undefined;
  private readonly streams = new Set<ClientDuplexStream<WatchRequest, WatchResponse>>();

  constructor(client: EtcdClient, clock: Clock, leases: ConstructorParameters<typeof LeasePool>[2] = {}) {
    this.client = client;
    this.leases = new LeasePool(
      (ttl) => this.client.unary(LEASE_GRANT, encodeLeaseGrant(ttl), decodeLeaseGrant),
      clock,
      leases,
    );
  }

  get(key: string, options: { readonly revision?: number; readonly signal?: AbortSignal } = {}): Promise<RangeResult> {
    return this.range({ key, revision: options.revision ?? 0 }, options.signal);
  }

  list(
    prefix: string,
    options: {
      readonly startKey?: string;
      readonly limit?: number;
      readonly revision?: number;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<RangeResult> {
    const { startKey = prefix, limit = 0, revision = 0 } = options;
    return this.range({ key: startKey, rangeEnd: prefixEnd(prefix), limit, revision }, options.signal);
  }

  async count(prefix: string): Promise<number> {
    return (await this.range({ key: prefix, rangeEnd: prefixEnd(prefix), countOnly: true })).count;
  }

  async put(
    key: string,
    value: Uint8Array,
    expected: number,
    options: { readonly ttlSeconds?: number } = {},
  ): Promise<WriteResult> {
    const ttl = options.ttlSeconds ?? 0;
    const lease = ttl > 0 ? await this.leases.leaseFor(Math.ceil(ttl)) : undefined;
    return this.write({ key, expected, value, ...(lease === undefined ? {} : { lease }) });
  }

  delete(key: string, expected: number): Promise<WriteResult> {
    return this.write({ key, expected, value: undefined });
  }

  async *watch(
    prefix: string,
    { afterRevision, signal }: { readonly afterRevision: number; readonly signal?: AbortSignal },
  ): AsyncGenerator<WatchItem> {
    if (signal?.aborted === true) return;
    const queue = new AsyncQueue<WatchItem>();
    const stream = this.client.watchStream();
    this.streams.add(stream);
    stream.on('data', (response: WatchResponse) => {
      takeResponse(response, afterRevision, queue);
    });
    stream.on('error', (err: ServiceError) => {
      queue.end(err.code === grpcStatus.CANCELLED ? undefined : err);
    });
    stream.on('end', () => {
      queue.end();
    });
    const cancel = (): void => {
      queue.end();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const startRevision = afterRevision === 0 ? 0 : afterRevision + 1;
    stream.write({ create: { key: prefix, rangeEnd: prefixEnd(prefix), startRevision } });
    try {
      yield* queue;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.streams.delete(stream);
      stream.cancel();
    }
  }

  async requestProgress(): Promise<void> {
    if (!(await this.hasReliableProgress())) return;
    for (const stream of this.streams) stream.write({ progress: true });
  }

  async unchangedSince(prefix: string, known: KnownKeys): Promise<number | undefined> {
    const request = { key: prefix, rangeEnd: prefixEnd(prefix), keysOnly: true, minModRevision: known.revision + 1 };
    const { kvs, count, revision } = await this.range(request);
    return kvs.length === 0 && count === known.count ? revision : undefined;
  }

  hasReliableProgress(): Promise<boolean> {
    this.reliable ??= this.status().then(
      ({ version }) => isProgressReliable(version),
      // Not known: the next call asks again.
      () => {
        this.reliable = undefined;
        return false;
      },
    );
    return this.reliable;
  }

  async currentRevision(): Promise<number> {
    return (await this.range({ key: PROBE_KEY, countOnly: true })).revision;
  }

  async compact(revision: number): Promise<void> {
    try {
      await this.client.unary(COMPACT, encodeCompaction(revision), () => true);
    } catch (err) {
      throw translate(err, revision);
    }
  }

  /** The size of the database file, in bytes. */
  async size(signal?: AbortSignal): Promise<number> {
    return (await this.status(signal)).size;
  }

  async checkHealth(signal?: AbortSignal): Promise<void> {
    await this.range({ key: PROBE_KEY, countOnly: true }, signal);
  }

  private status(signal?: AbortSignal): Promise<EtcdStatus> {
    return this.client.unary(STATUS, Buffer.alloc(0), decodeStatus, signal);
  }

  [Symbol.asyncDispose](): Promise<void> {
    for (const stream of this.streams) stream.cancel();
    this.client[Symbol.dispose]();
    return Promise.resolve();
  }

  private async range(request: RangeRequest, signal?: AbortSignal): Promise<RangeResult> {
    try {
      return await this.client.unary(RANGE, encodeRange(request), decodeRange, signal);
    } catch (err) {
      throw translate(err, request.revision ?? 0);
    }
  }

  private async write(write: ConditionalWrite): Promise<WriteResult> {
    const { succeeded, revision, current } = await this.client.unary(
      TXN,
      encodeConditionalWrite(write),
      decodeConditionalResult,
    );
    return succeeded ? { succeeded, revision } : { succeeded, revision, current };
  }
}

function takeResponse(response: WatchResponse, afterRevision: number, queue: AsyncQueue<WatchItem>): void {
  const { events } = response;
  if (response.canceled) {
    queue.end(
      response.compactRevision > 0
        ? new CompactedError(response.compactRevision)
        : new Error(`etcd ended the watch: ${response.cancelReason}`),
    );
    return;
  }
  if (response.created) {
    // The revision of this answer is that of the store, which the history that follows has yet to reach.
    queue.push({ events: [], revision: afterRevision === 0 ? response.revision : afterRevision });
    return;
  }
  const last = events.at(-1);
  queue.push({ events, revision: last === undefined ? response.revision : last.kv.modRevision });
}

/** Errors of revisions become those of the contract. */
function translate(err: unknown, revision: number): unknown {
  const { code, details = '' } = err as Partial<ServiceError>;
  if (code !== grpcStatus.OUT_OF_RANGE) return err;
  if (details.includes('compacted')) return new CompactedError(revision + 1);
  if (details.includes('future revision')) return new FutureRevisionError(revision - 1);
  return err;
}

/**
 * Versions in which a progress report waits for the changes before it.
 *
 * @go k8s.io/apiserver/pkg/storage/feature#isRequestWatchProgressSupported
 */
export function isProgressReliable(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  if (major !== 3) return major > 3;
  if (minor === 4) return patch >= 31;
  return minor === 5 ? patch >= 13 : minor > 5;
}
