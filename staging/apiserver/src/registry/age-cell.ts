import { humanDuration } from '@kubescript/apimachinery';

/**
 * A table cell that grows older: the time since a moment, as people read it. The text is made when a table is sent, so
 * that everything else of a row can be kept.
 */
export class AgeCell {
  /** In milliseconds. */
  readonly since: number;
  readonly #before: string;
  readonly #after: string;

  /** `before` and `after` stand around the duration. */
  constructor(since: number, { before = '', after = '' }: { readonly before?: string; readonly after?: string } = {}) {
    this.since = since;
    this.#before = before;
    this.#after = after;
  }

  /** The cell as it reads at `now`, in milliseconds. */
  textAt(now: number): string {
    return this.#before + humanDuration(now - this.since) + this.#after;
  }
}

/** The cells as they read at `now`. */
export function cellsAt(cells: readonly unknown[], now: number): readonly unknown[] {
  return cells.map((cell) => (cell instanceof AgeCell ? cell.textAt(now) : cell));
}
