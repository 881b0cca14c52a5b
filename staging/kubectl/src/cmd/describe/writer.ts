/** Collects the lines of a description; the values of lines that follow each other stand in one column. */
export class DescribeWriter {
  readonly #lines: (readonly [level: number, name: string, value: string | undefined])[] = [];

  /** A line of its own: a title, or text that is not aligned. */
  line(level: number, text: string): void {
    this.#lines.push([level, text, undefined]);
  }

  /** A name and its value; further lines of the value stand below it. */
  field(level: number, name: string, value: string): void {
    const [first = '', ...more] = value.split('\n');
    this.#lines.push([level, name, first]);
    for (const text of more) this.#lines.push([level, '', text]);
  }

  /** A name and a list of values, one a line. */
  lines(level: number, name: string, values: readonly string[]): void {
    this.field(level, name, values.join('\n'));
  }

  /** Lines as they are, at the left edge. */
  raw(text: string): void {
    for (const line of text.replace(/\n$/, '').split('\n')) this.line(0, line);
  }

  /** The text: values of neighbouring lines start in one column, whatever their level. */
  toString(): string {
    const output: string[] = [];
    for (let i = 0; i < this.#lines.length;) {
      const [level, name, value] = this.#lines[i] ?? [0, '', undefined];
      if (value === undefined) {
        output.push(indent(level) + name);
        i++;
        continue;
      }
      const block = this.#blockAt(i);
      const width = Math.max(...block.map(([label]) => label.length)) + 2;
      for (const [label, text] of block) output.push(`${label.padEnd(width)}${text}`);
      i += block.length;
    }
    return output.map((line) => `${line}\n`).join('');
  }

  /** The lines from `start` on that have values. */
  #blockAt(start: number): (readonly [label: string, value: string])[] {
    const block: (readonly [string, string])[] = [];
    for (const [level, name, value] of this.#lines.slice(start)) {
      if (value === undefined) break;
      block.push([indent(level) + name, value]);
    }
    return block;
  }
}

function indent(level: number): string {
  return '  '.repeat(level);
}

/** `a=1,b=2` on one line. */
export function formatMap(map: Readonly<Record<string, string>> | undefined): string {
  return formatMapLines(map).join(',');
}

/** `a=1` for each member; `<none>` for none. */
export function formatMapLines(map: Readonly<Record<string, string>> | undefined, separator = '='): string[] {
  const pairs = Object.entries(map ?? {}).map(([key, value]) => `${key}${separator}${value}`);
  return pairs.length === 0 ? ['<none>'] : pairs.sort();
}
