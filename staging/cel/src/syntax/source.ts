/** A place in the text: lines count from 1, columns (code points) from 0. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** A place that is nowhere. */
export const noLocation: Location = { line: -1, column: -1 };

/** The text of an expression, by code point, with its lines. */
export class Source {
  readonly description: string;
  /** The text as code points: offsets count these. */
  readonly points: readonly string[];
  readonly #lineStarts: readonly number[];

  constructor(text: string, description = '<input>') {
    this.description = description;
    this.points = Array.from(text);
    const starts = [0];
    this.points.forEach((point, index) => {
      if (point === '\n') starts.push(index + 1);
    });
    this.#lineStarts = starts;
  }

  /** The line and column of an offset in code points. */
  locationOf(offset: number): Location {
    let line = 0;
    while (line + 1 < this.#lineStarts.length && (this.#lineStarts[line + 1] ?? 0) <= offset) line++;
    return { line: line + 1, column: offset - (this.#lineStarts[line] ?? 0) };
  }

  /** The text of a line without its line break, or undefined where there is no such line. */
  snippet(line: number): string | undefined {
    const start = this.#lineStarts[line - 1];
    if (start === undefined) return undefined;
    const next = this.#lineStarts[line];
    return this.points.slice(start, next === undefined ? undefined : next - 1).join('');
  }
}
