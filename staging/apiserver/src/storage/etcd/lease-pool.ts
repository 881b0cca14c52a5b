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
  private readonly onFull: (keys: number) => void;
  private readonly open = new Map<number, { readonly id: Promise<bigint>; readonly until: number; keys: number }>();

  /** `onFull` is told of each lease that gets no more keys, how many it has. */
  constructor(
    grant: (ttlSeconds: number) => Promise<bigint>,
    clock: Clock,
    onFull: (keys: number) => void = () => undefined,
  ) {
    this.grant = grant;
    this.clock = clock;
    this.onFull = onFull;
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
    const reuseMs = Math.min(MAX_REUSE_MS, ttlSeconds * 1000 * REUSED_FRACTION);
    const id = this.grant(ttlSeconds + Math.floor(reuseMs / 1000));
    this.open.set(ttlSeconds, { id, until: now + reuseMs, keys: 1 });
    id.catch(() => this.open.delete(ttlSeconds));
    return id;
  }
}
