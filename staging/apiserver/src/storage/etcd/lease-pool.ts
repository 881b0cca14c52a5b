import type { Clock } from '@kubescript/apimachinery';

const MAX_KEYS_PER_LEASE = 1000;
const REUSED_FRACTION = 0.05;
const MAX_REUSE_MS = 60_000;

/**
 * Leases for keys with a time to live. Keys that are written soon after each other share one, which makes some of them
 * live a little longer (at most a twentieth of their time, and a minute).
 *
 * @go k8s.io/apiserver/pkg/storage/etcd3#leaseManager
 */
export class LeasePool {
  private readonly grant: (ttlSeconds: number) => Promise<bigint>;
  private readonly clock: Clock;
  private readonly maxReuseMs: number;
  private readonly onFull: (keys: number) => void;
  private readonly open = new Map<number, { readonly id: Promise<bigint>; readonly until: number; keys: number }>();

  /** Keys share a lease for `maxReuseMs` at most; `onFull` is told of each that gets no more keys, how many it has. */
  constructor(
    grant: (ttlSeconds: number) => Promise<bigint>,
    clock: Clock,
    options: { readonly maxReuseMs?: number; readonly onFull?: (keys: number) => void } = {},
  ) {
    this.grant = grant;
    this.clock = clock;
    this.maxReuseMs = options.maxReuseMs ?? MAX_REUSE_MS;
    this.onFull = options.onFull ?? (() => undefined);
  }

  /** A lease under which a key lives at least `ttlSeconds`. */
  leaseFor(ttlSeconds: number): Promise<bigint> {
    const now = this.clock.now();
    const known = this.open.get(ttlSeconds);
    if (known !== undefined && now < known.until && known.keys < MAX_KEYS_PER_LEASE) {
      known.keys += 1;
      return known.id;
    }
    if (known !== undefined) this.onFull(known.keys);
    const reuseMs = Math.min(this.maxReuseMs, ttlSeconds * 1000 * REUSED_FRACTION);
    const id = this.grant(ttlSeconds + Math.floor(reuseMs / 1000));
    this.open.set(ttlSeconds, { id, until: now + reuseMs, keys: 1 });
    id.catch(() => this.open.delete(ttlSeconds));
    return id;
  }
}
