/** What ends an identifier or the name of a field. */
const terminated = /[^ \t\r\n.,\[\]$@\{\}]*/vy;
const escapable = /(?:\\.?|[^ \t\r\n.,\[\]$@\{\}\\])*/svy;

/**
 * What is wrong with a JSONPath template, in the words of the reference; undefined if nothing is. Unlike the parser
 * for templates this one knows identifiers outside of paths, as in `{spec.validations[0].expression}`.
 *
 * @go k8s.io/client-go/util/jsonpath#Parse
 */
export function jsonPathProblem(template: string): string | undefined {
  try {
    let open = template.indexOf('{');
    while (open >= 0) {
      const end = new ActionScanner(template, open + 1).scan();
      open = template.indexOf('{', end);
    }
    return undefined;
  } catch (error) {
    if (error instanceof PathProblem) return error.message;
    throw error;
  }
}

class PathProblem extends Error {
  override readonly name = 'PathProblem';
}

/** Goes over what is between braces. */
class ActionScanner {
  readonly #text: string;
  #at: number;
  #afterRecursive = false;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Where the text behind the closing brace starts. */
  scan(): number {
    while (!this.#take('}')) {
      if (this.#take('[?(')) this.#node(this.#filter);
      else if (this.#take('..')) this.#recursive();
      else this.#other();
    }
    return this.#at;
  }

  #other(): void {
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 10);
    if (/[\r\n]/v.test(char)) throw new PathProblem('unclosed action');
    if (/[ @$]/v.test(char)) this.#at++;
    else if (this.#take('[')) this.#node(this.#array);
    else if (/["']/v.test(char)) this.#node(this.#quoted);
    else if (this.#take('.')) this.#node(this.#field);
    else if (/[+\-\p{Nd}]/v.test(char)) this.#node(this.#number);
    else if (/[_\p{L}]/v.test(char)) this.#node(this.#identifier);
    else throw new PathProblem(`unrecognized character in action: ${formatRune(char)}`);
  }

  #node(scan: (this: ActionScanner) => void): void {
    this.#afterRecursive = false;
    scan.call(this);
  }

  #recursive(): void {
    if (this.#afterRecursive) throw new PathProblem('invalid multiple recursive descent');
    this.#afterRecursive = true;
    if (/^[_\p{L}\p{Nd}]/v.test(this.#text.slice(this.#at))) this.#node(this.#field);
  }

  #field(): void {
    this.#match(escapable);
  }

  #identifier(): void {
    this.#match(terminated);
  }

  #number(): void {
    const number = this.#match(/[+\-]?[.\p{Nd}]*/vy);
    if (!/^[+\-]?(\d+\.?\d*|\.\d+)$/v.test(number)) throw new PathProblem(`cannot parse number ${number}`);
  }

  #quoted(): void {
    const rest = this.#text.slice(this.#at);
    const whole = /^(["']).*?(?<!\\)\1/v.exec(rest)?.[0];
    if (whole === undefined) throw new PathProblem('unterminated quoted string');
    this.#at += whole.length;
  }

  #array(): void {
    const index = this.#match(/[^\]\n]*/vy);
    if (!this.#take(']')) throw new PathProblem('unterminated array');
    const parts = index.split(',');
    if (parts.length > 1) for (const part of parts) scanAction(`[${trimSpaces(part)}]`);
    else checkIndex(index);
  }

  #filter(): void {
    const text = this.#match(/(?:"[^\n]*?(?<!\\)"|'[^\n]*?(?<!\\)'|[^\n"'\)])*/vy);
    if (!this.#take(')')) throw new PathProblem('unterminated filter');
    if (!this.#take(']')) throw new PathProblem('unclosed array expect ]');
    const [, left, , right] = /^([^!<>=]+)([!<>=]+)(.+)$/v.exec(text) ?? [];
    for (const operand of left === undefined || right === undefined ? [text] : [left, right]) scanAction(operand);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }
}

function scanAction(action: string): void {
  new ActionScanner(`${action}}`, 0).scan();
}

function checkIndex(index: string): void {
  const key = /^'([^']*)'$/v.exec(index)?.[1];
  if (key !== undefined) scanAction(`.${key}`);
  else if (index !== '*' && !/^(-?\d*)(:-?\d*)?(:-?\d*)?$/v.test(index)) {
    throw new PathProblem(`invalid array index ${index}`);
  }
}

function trimSpaces(text: string): string {
  return text.replace(/^ +| +$/gv, '');
}

/** A character as `%#U` prints it. */
function formatRune(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code} '${char}'`;
}
