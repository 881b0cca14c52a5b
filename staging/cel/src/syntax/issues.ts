import type { Location, Source } from './source.ts';

/** One thing that is wrong with an expression. */
export interface Issue {
  readonly location: Location;
  readonly message: string;
}

/** Reported after this many others are dropped, as in the reference. */
const maxReported = 100;

/**
 * Gathers what parser and checker find; shows it as the reference does.
 * @go github.com/google/cel-go/common#Errors
 */
export class Issues {
  readonly source: Source;
  readonly #found: Issue[] = [];
  #dropped = 0;

  constructor(source: Source) {
    this.source = source;
  }

  report(location: Location, message: string): void {
    if (this.#found.length >= maxReported) this.#dropped++;
    else this.#found.push({ location, message });
  }

  /** Nothing is read any more after so many errors of syntax: what is dropped then counts as one. */
  reportSyntax(location: Location, message: string): void {
    if (this.#found.length >= maxReported) this.#dropped = 1;
    else this.report(location, `Syntax error: ${message}`);
  }

  get length(): number {
    return this.#found.length;
  }

  /** The issues in the order of their places. */
  get list(): readonly Issue[] {
    return this.#found.toSorted(
      (left, right) => left.location.line - right.location.line || left.location.column - right.location.column,
    );
  }

  /** All issues, each with its line of source and a caret. */
  toString(): string {
    const shown = this.list.map((issue) => displayIssue(this.source, issue)).join('\n');
    return this.#dropped === 0 ? shown : `${shown}\n${String(this.#dropped)} more errors were truncated`;
  }
}

function displayIssue(source: Source, issue: Issue): string {
  const { line, column } = issue.location;
  const head = `ERROR: ${source.description}:${String(line)}:${String(column + 1)}: ${issue.message}`;
  const snippet = source.snippet(line);
  if (snippet === undefined) return head;
  const shown = snippet.replaceAll('\t', ' ');
  return `${head}\n | ${shown}\n | ${indicator(Array.from(shown), column)}`;
}

/** Dots up to the column and a caret; wide ones below characters that take more than a byte. */
function indicator(points: readonly string[], column: number): string {
  const dots = points.slice(0, Math.max(column, 0)).map((point) => (isWide(point) ? '．' : '.'));
  return dots.join('') + (isWide(points[column] ?? '') ? '＾' : '^');
}

function isWide(point: string): boolean {
  return (point.codePointAt(0) ?? 0) > 0x7f;
}
