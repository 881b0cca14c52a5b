import type { Operation } from './history.ts';
import { apply, impossible, type KeyState, type SeenVersions } from './key-model.ts';

/** Whether there is an order of the operations, and where the search got stuck if there is none. */
export interface Verdict {
  readonly linearizable: boolean;
  /** The operations that no order could get past. */
  readonly stuck: readonly Operation[];
}

/** How many positions a search looks at before it gives up. */
const patience = 300_000;

/**
 * Searches an order of one key's operations that respects real time and in which each was answered as the sequential
 * object answers (Wing and Gong's search with Lowe's memory of visited states). Operations of unknown outcome may be
 * left out; those whose effect nobody saw are, unless there is no order without them.
 */
export function linearize(initial: KeyState, operations: readonly Operation[], seen: SeenVersions): Verdict {
  const relevant = operations.filter(({ call, outcome }) => call.kind !== 'get' || outcome.kind !== 'unknown');
  const likely = relevant.filter(({ call, outcome }) => {
    return outcome.kind !== 'unknown' || !('value' in call) || seen.has(call.value);
  });
  const verdict = search(initial, likely, seen);
  return verdict.linearizable || likely.length === relevant.length ? verdict : search(initial, relevant, seen);
}

function search(initial: KeyState, operations: readonly Operation[], seen: SeenVersions): Verdict {
  const found = new Search(operations, seen);
  const linearizable = found.from(initial, 0, Number.NEGATIVE_INFINITY);
  return { linearizable, stuck: linearizable ? [] : found.stuck() };
}

class Search {
  private readonly operations: readonly Operation[];
  private readonly seen: SeenVersions;
  private readonly done: boolean[];
  private readonly visited = new Set<string>();
  /** How many operations of known outcome are not in order yet. */
  private remaining: number;
  private deepest = -1;
  private left: readonly Operation[] = [];

  constructor(operations: readonly Operation[], seen: SeenVersions) {
    this.operations = operations.toSorted((a, b) => a.invoked - b.invoked);
    this.seen = seen;
    this.done = this.operations.map(() => false);
    this.remaining = this.operations.filter(isKnown).length;
  }

  /** True if the rest can be put in order; `first` is the first that is not done, `reached` the latest invocation so far. */
  from(state: KeyState, first: number, reached: number, depth = 0): boolean {
    while (first < this.operations.length && this.isSettled(first, reached)) first += 1;
    if (this.remaining === 0) return true;
    const position = `${first}|${this.doneAfter(first)}|${state?.rv ?? '-'}|${state?.value ?? ''}`;
    if (this.visited.has(position) || this.visited.size >= patience) return false;
    this.visited.add(position);
    this.noteDepth(depth);
    return this.candidates(first, reached).some((index) => this.tryNext(index, { state, first, reached, depth }));
  }

  stuck(): readonly Operation[] {
    return this.left;
  }

  private tryNext(
    index: number,
    { state, first, reached, depth }: { state: KeyState; first: number; reached: number; depth: number },
  ): boolean {
    const operation = this.operations[index] as Operation;
    const next = apply(state, operation, this.seen);
    if (next === impossible) return false;
    this.mark(index, true);
    if (this.from(next, first, Math.max(reached, operation.invoked), depth + 1)) return true;
    this.mark(index, false);
    return false;
  }

  private mark(index: number, done: boolean): void {
    this.done[index] = done;
    if (isKnown(this.operations[index] as Operation)) this.remaining += done ? -1 : 1;
  }

  /** Those that may come next: invoked before any that is left was completed. */
  private candidates(first: number, reached: number): number[] {
    let bound = Number.POSITIVE_INFINITY;
    const found: number[] = [];
    for (let index = first; index < this.operations.length; index++) {
      const operation = this.operations[index] as Operation;
      if (operation.invoked > bound) break;
      if (this.done[index] || (!isKnown(operation) && operation.completed < reached)) continue;
      if (isKnown(operation)) bound = Math.min(bound, operation.completed);
      found.push(index);
    }
    const early = found.map((index) => ({ index, operation: this.operations[index] as Operation }));
    return early
      .filter(({ operation }) => operation.invoked <= bound)
      .toSorted((a, b) => Number(isKnown(b.operation)) - Number(isKnown(a.operation)))
      .map(({ index }) => index);
  }

  /** Done, or of unknown outcome and too late to be carried out now. */
  private isSettled(index: number, reached: number): boolean {
    const operation = this.operations[index] as Operation;
    return this.done[index] === true || (!isKnown(operation) && operation.completed < reached);
  }

  private doneAfter(first: number): string {
    const indexes: number[] = [];
    for (let index = first; index < this.done.length; index++) if (this.done[index]) indexes.push(index);
    return indexes.join(',');
  }

  private noteDepth(depth: number): void {
    if (depth <= this.deepest) return;
    this.deepest = depth;
    this.left = this.operations.filter((operation, index) => !this.done[index] && isKnown(operation)).slice(0, 8);
  }
}

function isKnown(operation: Operation): boolean {
  return operation.outcome.kind !== 'unknown';
}
