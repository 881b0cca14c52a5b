import { randomInt } from 'node:crypto';

import type { AllocatorObserver } from '../allocator-observer.ts';

const maxRandomTries = 16;

/** The numbers from `first` to `last`. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Hands out the node ports of Services.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/portallocator#PortAllocator
 */
export class PortAllocator {
  readonly first: number;
  readonly last: number;
  private readonly used: Set<number>;
  private readonly observer: AllocatorObserver | undefined;

  /** `used` are the ports that are taken; those outside of the range are forgotten. */
  constructor(range: PortRange, used: Iterable<number> = [], observer?: AllocatorObserver) {
    this.observer = observer;
    this.first = range.first;
    this.last = range.last;
    this.used = new Set([...used].filter((port) => this.isInRange(port)));
  }

  /** Takes a particular port; the reason if that is impossible. */
  allocate(port: number): string | undefined {
    if (!this.isInRange(port)) {
      this.observer?.onPortError('static');
      const range = `${String(this.first)}-${String(this.last)}`;
      return `provided port is not in the valid range. The range of valid ports is ${range}`;
    }
    if (!this.take(port)) {
      this.observer?.onPortError('static');
      return 'provided port is already allocated';
    }
    this.observer?.onPortAllocated('static');
    return undefined;
  }

  /** Takes any free port; undefined if there is none left. */
  allocateNext(): number | undefined {
    const port = this.takeNext();
    if (port === undefined) this.observer?.onPortError('dynamic');
    else this.observer?.onPortAllocated('dynamic');
    return port;
  }

  private takeNext(): number | undefined {
    for (let attempt = 0; attempt < maxRandomTries; attempt++) {
      const port = randomInt(this.first + this.band, this.last + 1);
      if (this.take(port)) return port;
    }
    for (let port = this.last; port >= this.first; port--) if (this.take(port)) return port;
    return undefined;
  }

  release(port: number): void {
    this.used.delete(port);
  }

  /** The ports in use. */
  get usedPorts(): readonly number[] {
    return [...this.used];
  }

  private isInRange(port: number): boolean {
    return port >= this.first && port <= this.last;
  }

  private take(port: number): boolean {
    if (this.used.has(port)) return false;
    this.used.add(port);
    return true;
  }

  /** The lower part of the range, which is left to ports that people choose. */
  private get band(): number {
    const size = this.last - this.first + 1;
    return size < 16 ? 0 : Math.min(Math.max(16, Math.floor(size / 32)), 128);
  }
}
