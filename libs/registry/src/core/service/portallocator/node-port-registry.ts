import { isAlreadyExists, isNotFound, type FieldError } from '@kubescript/apimachinery';
import type { ResourceStore } from '@kubescript/apiserver';
import type { RangeAllocation } from '@kubescript/api/core/v1';

import { systemContext } from '../../../generic/read.ts';
import type { AllocatorObserver } from '../allocator-observer.ts';
import { PortAllocator, type PortRange } from './allocator.ts';
import { bitmapOfPorts, portsOfBitmap } from './bitmap.ts';

/** The name under which upstream keeps the node ports, below `/registry/ranges`. */
const name = 'servicenodeports';

/**
 * The node ports that Services hold, as one object of the store that every server changes only from its current state:
 * no port is given twice, however many servers there are.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/allocator/storage#Etcd
 */
export class NodePortRegistry {
  readonly range: PortRange;
  private readonly store: () => ResourceStore<RangeAllocation>;
  private readonly observer: AllocatorObserver | undefined;

  constructor(range: PortRange, store: () => ResourceStore<RangeAllocation>, observer?: AllocatorObserver) {
    this.range = range;
    this.observer = observer;
    this.store = store;
  }

  /** The ports in use. */
  async used(): Promise<readonly number[]> {
    let used: readonly number[] = [];
    await this.change((ports) => {
      used = ports.usedPorts;
    }, true);
    return used;
  }

  /**
   * Lets `take` take ports, which may run more than once, and stores what came of it unless there are problems or it
   * is a dry run. Answers with the problems.
   */
  async reserve(
    take: (ports: PortAllocator) => readonly FieldError[],
    dryRun: boolean,
  ): Promise<readonly FieldError[]> {
    let problems: readonly FieldError[] = [];
    await this.change((ports) => {
      const before = ports.usedPorts;
      problems = take(ports);
      if (problems.length > 0) for (const port of ports.usedPorts) if (!before.includes(port)) ports.release(port);
    }, dryRun);
    return problems;
  }

  /** Gives ports back, and takes some that are held without having been taken. */
  async repair(changes: { readonly release: readonly number[]; readonly take: readonly number[] }): Promise<void> {
    if (changes.release.length === 0 && changes.take.length === 0) return;
    await this.change((ports) => {
      for (const port of changes.release) ports.release(port);
      for (const port of changes.take) ports.allocate(port);
    }, false);
  }

  private async change(change: (ports: PortAllocator) => void, dryRun: boolean): Promise<void> {
    const context = { ...systemContext(''), dryRun };
    const next = (current: RangeAllocation): RangeAllocation => {
      const ports = new PortAllocator(this.range, portsOfBitmap(this.range.first, current.data), this.observer);
      change(ports);
      return { ...current, range: this.rangeText, data: bitmapOfPorts(this.range.first, ports.usedPorts) };
    };
    for (;;) {
      try {
        await this.store().guaranteedUpdate(name, next, context);
        return;
      } catch (err) {
        if (!isNotFound(err)) throw err;
      }
      if (dryRun) {
        next(this.empty());
        return;
      }
      await this.create();
    }
  }

  private async create(): Promise<void> {
    try {
      await this.store().create('', this.empty(), { ...systemContext(''), validate: () => Promise.resolve() });
    } catch (err) {
      if (!isAlreadyExists(err)) throw err;
    }
  }

  private empty(): RangeAllocation {
    return { kind: 'RangeAllocation', apiVersion: 'v1', metadata: { name }, range: this.rangeText, data: '' };
  }

  private get rangeText(): string {
    return `${String(this.range.first)}-${String(this.range.last)}`;
  }
}
