import type { ServiceView } from '../tracker/service-tracker.ts';

/** Brings the kernel's rules in line with services; one per address family. */
export interface Backend {
  /** Whether the next `sync` must be given all services, not the changed ones alone. */
  readonly needsAll: boolean;
  /** Milliseconds after which `sync` wants to be called again even if nothing changes; undefined = need not. */
  readonly resyncAfterMs: number | undefined;
  /**
   * Applies services by their keys, in one atomic step; services without ports are removed. After a failure, which
   * rejects, the next call replaces everything.
   */
  sync(services: ReadonlyMap<string, ServiceView>, signal: AbortSignal): Promise<void>;
}
