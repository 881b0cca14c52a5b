import { JsonPathError } from './jsonpath-error.ts';
import type { Comparison, Operand, PathStep, TemplateNode } from './nodes.ts';

/**
 * Reads a JSONPath template: text with expressions in braces (`{.items[*].metadata.name}`, `{range …}…{end}`,
 * `{"\n"}`). Throws JsonPathError.
 *
 * @go k8s.io/client-go/util/jsonpath#Parse
 */
export function parseTemplate(text: string): TemplateNode[] {
  return new TemplateParser(text).parse(false);
}

/** Reads a single path, with or without braces and leading dot, as custom columns and sort keys are written. */
export function parseRelaxedPath(text: string): PathStep[] {
  const inner = /^\{(.*)\}$/s.exec(text.trim())?.[1] ?? text.trim();
  const path = inner.startsWith('.') || inner.startsWith('[') || inner.startsWith('$') ? inner : `.${inner}`;
  const parser = new PathParser(path);
  parser.skipRoot();
  const steps = parser.steps();
  if (!parser.atEnd())
    throw new JsonPathError(
      `unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`,
    );
  return steps;
}

class TemplateParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(inRange: boolean): TemplateNode[] {
    const nodes: TemplateNode[] = [];
    while (this.#at < this.#text.length) {
      const open = this.#text.indexOf('{', this.#at);
      const plain = this.#text.slice(this.#at, open < 0 ? undefined : open);
      if (plain !== '') nodes.push({ kind: 'text', text: plain });
      if (open < 0) {
        this.#at = this.#text.length;
        break;
      }
      const action = this.#action(open).trim();
      if (action === 'end') {
        if (!inRange) throw new JsonPathError('error parsing jsonpath: not in range, nothing to end');
        return nodes;
      }
      nodes.push(...this.#nodes(action));
    }
    if (inRange) throw new JsonPathError('error parsing jsonpath: unterminated range');
    return nodes;
  }

  /** The text between the brace at `open` and its partner. */
  #action(open: number): string {
    let quote = '';
    for (let i = open + 1; i < this.#text.length; i++) {
      const char = this.#text.charAt(i);
      if (quote !== '') {
        if (char === '\\') i++;
        else if (char === quote) quote = '';
      } else if (char === '"' || char === "'") quote = char;
      else if (char === '}') {
        this.#at = i + 1;
        return this.#text.slice(open + 1, i);
      }
    }
    throw new JsonPathError('error parsing jsonpath: unclosed action');
  }

  #nodes(action: string): TemplateNode[] {
    if (/^range\s/.test(action)) {
      const { fromRoot, steps } = pathOf(action.slice(5).trim());
      return [{ kind: 'range', fromRoot, steps, body: this.parse(true) }];
    }
    const parser = new PathParser(action);
    const nodes: TemplateNode[] = [];
    parser.space();
    while (!parser.atEnd()) {
      const literal = parser.quoted();
      if (literal !== undefined) nodes.push({ kind: 'text', text: literal });
      else nodes.push({ kind: 'path', fromRoot: parser.skipRoot(), steps: parser.steps() });
      parser.space();
    }
    return nodes;
  }
}

function pathOf(text: string): { readonly fromRoot: boolean; readonly steps: PathStep[] } {
  const parser = new PathParser(text);
  const fromRoot = parser.skipRoot();
  const steps = parser.steps();
  if (!parser.atEnd()) throw new JsonPathError(`error parsing jsonpath: unrecognized character in action: ${text}`);
  return { fromRoot, steps };
}

class PathParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  space(): void {
    while (/\s/.test(this.#peek())) this.#at++;
  }

  /** Consumes `$` or `@`; true for `$`. */
  skipRoot(): boolean {
    const root = this.#peek();
    if (root === '$' || root === '@') this.#at++;
    return root === '$';
  }

  /** A string in quotes, with its escapes; undefined if there is none here. */
  quoted(): string | undefined {
    const match = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/s.exec(this.#text.slice(this.#at));
    if (match === null) return undefined;
    this.#at += match[0].length;
    return (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, (_, char: string) => escapes[char] ?? char);
  }

  steps(): PathStep[] {
    const steps: PathStep[] = [];
    for (;;) {
      const char = this.#peek();
      if (char === '.') this.#dotted(steps);
      else if (char === '[') steps.push(this.#bracket());
      else if (steps.length > 0 || char === '' || /[\s)=!<>]/.test(char)) return steps;
      else throw new JsonPathError(`error parsing jsonpath: unrecognized character in action: ${JSON.stringify(char)}`);
    }
  }

  #dotted(steps: PathStep[]): void {
    this.#at++;
    if (this.#peek() === '.') {
      steps.push({ kind: 'recursive' });
      this.#at++;
    }
    if (this.#peek() === '[') return;
    if (this.#peek() === '*') {
      this.#at++;
      steps.push({ kind: 'wildcard' });
      return;
    }
    const match = /^(?:\\.|[^\s.[\](){}|,=!<>"'@$*\\])+/s.exec(this.#text.slice(this.#at));
    if (match === null) return;
    this.#at += match[0].length;
    steps.push({ kind: 'field', name: match[0].replace(/\\(.)/gs, '$1') });
  }

  #bracket(): PathStep {
    this.#at++;
    if (this.#peek() === '?') return this.#filter();
    const options: PathStep[] = [];
    do {
      this.space();
      options.push(this.#subscript());
      this.space();
    } while (this.#take(','));
    if (!this.#take(']')) throw new JsonPathError('error parsing jsonpath: unterminated array');
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'union', options };
  }

  #subscript(): PathStep {
    const name = this.quoted();
    if (name !== undefined) return { kind: 'field', name };
    if (this.#take('*')) return { kind: 'wildcard' };
    const match = /^(-?\d+)?(?::(-?\d+)?)?(?::(-?\d+)?)?/.exec(this.#text.slice(this.#at));
    const [whole = '', start, end, step] = match ?? [];
    if (whole === '') {
      const rest = this.#text.slice(this.#at).split(']')[0] ?? '';
      throw new JsonPathError(`error parsing jsonpath: invalid array index ${rest}`);
    }
    this.#at += whole.length;
    if (!whole.includes(':')) return { kind: 'index', index: Number(start) };
    return {
      kind: 'slice',
      ...(start === undefined ? {} : { start: Number(start) }),
      ...(end === undefined ? {} : { end: Number(end) }),
      ...(step === undefined ? {} : { step: Number(step) }),
    };
  }

  #filter(): PathStep {
    if (!this.#text.startsWith('?(', this.#at)) throw new JsonPathError('error parsing jsonpath: unrecognized filter');
    this.#at += 2;
    const left = this.#operand();
    this.space();
    const operator = /^(==|!=|<=|>=|<|>)/.exec(this.#text.slice(this.#at))?.[0] as Comparison | undefined;
    this.#at += operator?.length ?? 0;
    const right = operator === undefined ? undefined : this.#operand();
    this.space();
    if (!this.#take(')') || !this.#take(']')) throw new JsonPathError('error parsing jsonpath: unterminated filter');
    return right === undefined || operator === undefined
      ? { kind: 'filter', left, operator: 'exists' }
      : { kind: 'filter', left, operator, right };
  }

  #operand(): Operand {
    this.space();
    const literal = this.quoted();
    if (literal !== undefined) return { kind: 'literal', value: literal };
    const word = /^(-?\d+(\.\d+)?|true|false|null)(?=[\s)=!<>])/.exec(this.#text.slice(this.#at))?.[0];
    if (word !== undefined) {
      this.#at += word.length;
      return { kind: 'literal', value: JSON.parse(word) as unknown };
    }
    this.skipRoot();
    return { kind: 'path', steps: this.steps() };
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
