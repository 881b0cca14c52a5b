/** A pattern that Go's regexp package would refuse; the message is in its words. */
export class GoRegExpError extends Error {
  override readonly name = 'GoRegExpError';

  constructor(problem: string, where?: string) {
    super(`error parsing regexp: ${problem}${where === undefined ? '' : `: \`${where}\``}`);
  }
}

const compiled = new Map<string, RegExp>();
const maxCompiled = 2000;

/**
 * Compiles a pattern in the syntax of Go's regexp package (RE2). Throws GoRegExpError for what that does not accept.
 *
 * @go regexp#Compile
 */
export function compileGoRegExp(pattern: string): RegExp {
  let regexp = compiled.get(pattern);
  if (regexp === undefined) {
    regexp = new Translator(pattern).compile();
    if (compiled.size >= maxCompiled) compiled.clear();
    compiled.set(pattern, regexp);
  }
  return regexp;
}

const maxRepeat = 1000;
/** Classes as they stand within brackets. */
const posixClasses: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '\\x21-\\x7E',
  lower: 'a-z',
  print: '\\x20-\\x7E',
  punct: '\\x21-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7E',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};
/** Go's \s is ASCII and has no vertical tab. */
const perlClasses: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\n\\f\\r ' };
const controlEscapes: Readonly<Record<string, string>> = {
  a: '\\x07',
  f: '\\f',
  n: '\\n',
  r: '\\r',
  t: '\\t',
  v: '\\v',
};
const assertions: Readonly<Record<string, string>> = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  b: '\\b',
  B: '\\B',
  C: '[\\s\\S]',
};

/** Rewrites a pattern as one of ECMAScript with the `v` flag, which has the same modifiers and nested classes. */
class Translator {
  readonly #pattern: string;
  #at = 0;
  #out = '';
  #dotAll = false;
  #lazyByDefault = false;
  /** Groups that are open: what to restore, and how many groups of ours close with them. */
  readonly #open: { dotAll: boolean; lazy: boolean; extra: number }[] = [{ dotAll: false, lazy: false, extra: 0 }];
  #operand: 'none' | 'plain' | 'repeated' = 'none';
  #repeatStart = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  compile(): RegExp {
    while (this.#at < this.#pattern.length) this.#step();
    if (this.#open.length > 1) throw new GoRegExpError('missing closing )', this.#pattern);
    return new RegExp(this.#out + ')'.repeat(this.#open[0]?.extra ?? 0), 'v');
  }

  get #rest(): string {
    return this.#pattern.slice(this.#at);
  }

  #step(): void {
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    switch (char) {
      case '(':
        this.#openGroup();
        return;
      case ')':
        this.#closeGroup();
        return;
      case '|':
        this.#emit('|', 'none', 1);
        return;
      case '*':
      case '+':
      case '?':
        this.#repeat(char);
        return;
      case '{':
        this.#braces();
        return;
      case '[':
        this.#class();
        return;
      case '.':
        this.#emit(this.#dotAll ? '[\\s\\S]' : '[^\\n]', 'plain', 1);
        return;
      case '^':
      case '$':
        this.#emit(`(?:${char})`, 'plain', 1);
        return;
      case '\\':
        this.#escape();
        return;
      default:
        this.#emit(literal(char), 'plain', char.length);
    }
  }

  #emit(text: string, operand: 'none' | 'plain' | 'repeated', width: number): void {
    this.#out += text;
    this.#operand = operand;
    this.#at += width;
  }

  #openGroup(): void {
    const rest = this.#rest;
    if (!rest.startsWith('(?')) {
      this.#push();
      this.#emit('(', 'none', 1);
      return;
    }
    const named = /^\(\?P?<(?![=!])([^>]*)>/.exec(rest);
    if (named) {
      if (!/^\w+$/.test(named[1] ?? '')) throw new GoRegExpError('invalid named capture', named[0]);
      this.#push();
      this.#emit('(', 'none', named[0].length);
      return;
    }
    this.#modifiers(rest);
  }

  #push(): void {
    this.#open.push({ dotAll: this.#dotAll, lazy: this.#lazyByDefault, extra: 0 });
  }

  /** `(?i)` holds to the end of the group around it, `(?i:…)` within its own. */
  #modifiers(rest: string): void {
    const match = /^\(\?([imsU]*)(-[imsU]+)?([:)])/.exec(rest);
    if (!match || match[0] === '(?)') {
      const bad = /^\(\?(?:P?<?[=!>]?|[imsU-]*.?)/s.exec(rest)?.[0] ?? rest;
      throw new GoRegExpError('invalid or unsupported Perl syntax', bad);
    }
    const [whole, on = '', minus = '', end] = match;
    const off = minus.slice(1);
    const [enabled, disabled] = [on, off].map((flags) =>
      [...new Set(flags)].filter((f) => f === 'i' || f === 'm').join(''),
    );
    const own = `(?${enabled ?? ''}${(disabled ?? '') === '' ? '' : `-${disabled ?? ''}`}:`;
    if (end === ':') this.#push();
    else {
      const around = this.#open.at(-1);
      if (around) around.extra++;
    }
    this.#emit(own, 'none', whole.length);
    if (on.includes('s')) this.#dotAll = true;
    if (off.includes('s')) this.#dotAll = false;
    if (on.includes('U')) this.#lazyByDefault = true;
    if (off.includes('U')) this.#lazyByDefault = false;
  }

  #closeGroup(): void {
    const group = this.#open.length > 1 ? this.#open.pop() : undefined;
    if (group === undefined) throw new GoRegExpError('unexpected )', this.#pattern);
    this.#dotAll = group.dotAll;
    this.#lazyByDefault = group.lazy;
    this.#emit(')'.repeat(group.extra + 1), 'plain', 1);
  }

  #repeat(operator: string): void {
    const start = this.#at;
    const isLazy = this.#pattern[start + operator.length] === '?';
    const whole = isLazy ? `${operator}?` : operator;
    if (this.#operand === 'none') throw new GoRegExpError('missing argument to repetition operator', whole);
    if (this.#operand === 'repeated') {
      const both = this.#pattern.slice(this.#repeatStart, start + whole.length);
      throw new GoRegExpError('invalid nested repetition operator', both);
    }
    this.#repeatStart = start;
    this.#emit(operator + (isLazy === this.#lazyByDefault ? '' : '?'), 'repeated', whole.length);
  }

  #braces(): void {
    const match = /^\{(\d+)(?:,(\d*))?\}/.exec(this.#rest);
    if (!match) {
      this.#emit('\\{', 'plain', 1);
      return;
    }
    const [whole, low = '0', high = ''] = match;
    const tooMany = Number(low) > maxRepeat || Number(high) > maxRepeat;
    if (tooMany || (high !== '' && Number(high) < Number(low))) throw new GoRegExpError('invalid repeat count', whole);
    this.#repeat(whole);
  }

  #escape(): void {
    const next = this.#pattern[this.#at + 1] ?? '';
    if (next === 'Q') {
      const end = this.#pattern.indexOf('\\E', this.#at);
      const text = this.#pattern.slice(this.#at + 2, end < 0 ? undefined : end);
      this.#emit(Array.from(text, literal).join(''), 'plain', text.length + (end < 0 ? 2 : 4));
      return;
    }
    const assertion = Object.hasOwn(assertions, next) ? assertions[next] : undefined;
    if (assertion !== undefined) {
      this.#emit(assertion, 'plain', 2);
      return;
    }
    const { text, width } = this.#escaped();
    this.#emit(text, 'plain', width);
  }

  /** The escape at the current place, in a form that holds within brackets; a class is one in brackets of its own. */
  #escaped(): { readonly text: string; readonly width: number; readonly isClass: boolean } {
    const rest = this.#rest;
    const next = rest[1];
    if (next === undefined) throw new GoRegExpError('trailing backslash at end of expression', '');
    const perl = perlClasses[next.toLowerCase()];
    if (perl !== undefined) {
      return { text: `[${next === next.toLowerCase() ? '' : '^'}${perl}]`, width: 2, isClass: true };
    }
    const property = /^\\([pP])(?:\{(\^?)([^}]+)\}|([A-Z]))/.exec(rest);
    if (property) {
      const [whole, kind, caret = '', long, short] = property;
      const isNegated = (kind === 'P') !== (caret === '^');
      return { text: unicodeClass(whole, isNegated, long ?? short ?? ''), width: whole.length, isClass: true };
    }
    const code = /^\\(?:x\{([0-9A-Fa-f]+)\}|x([0-9A-Fa-f]{2})|([1-7][0-7]{2}|0[0-7]{0,2}))/.exec(rest);
    if (code) {
      const [whole, long, short, octal] = code;
      const value = octal === undefined ? parseInt(long ?? short ?? '0', 16) : parseInt(octal, 8);
      return { text: `\\u{${value.toString(16)}}`, width: whole.length, isClass: false };
    }
    const control = Object.hasOwn(controlEscapes, next) ? controlEscapes[next] : undefined;
    if (control !== undefined) return { text: control, width: 2, isClass: false };
    if (/[!-/:-@[-`{-~]/.test(next)) return { text: literal(next), width: 2, isClass: false };
    throw new GoRegExpError('invalid escape sequence', rest.slice(0, 2));
  }

  #class(): void {
    const start = this.#at;
    this.#at++;
    let text = '[';
    if (this.#pattern[this.#at] === '^') {
      text += '^';
      this.#at++;
    }
    for (let isFirst = true; isFirst || this.#pattern[this.#at] !== ']'; isFirst = false) {
      if (this.#at >= this.#pattern.length) {
        throw new GoRegExpError('missing closing ]', this.#pattern.slice(start));
      }
      text += this.#classItem(start);
    }
    this.#emit(`${text}]`, 'plain', 1);
  }

  /** A character, range or class within the brackets that open at `start`. */
  #classItem(start: number): string {
    const posix = /^\[:(\^?)(\w+):\]/.exec(this.#rest);
    if (posix) {
      const [whole, caret = '', name = ''] = posix;
      const members = Object.hasOwn(posixClasses, name) ? posixClasses[name] : undefined;
      if (members === undefined) throw new GoRegExpError('invalid character class range', whole);
      this.#at += whole.length;
      return `[${caret}${members}]`;
    }
    const begin = this.#at;
    const from = this.#classCharacter(start);
    if (from.isClass || this.#pattern[this.#at] !== '-' || this.#pattern[this.#at + 1] === ']') return from.text;
    this.#at++;
    const to = this.#classCharacter(start);
    if (to.isClass || codeOf(from.text) > codeOf(to.text)) {
      throw new GoRegExpError('invalid character class range', this.#pattern.slice(begin, this.#at));
    }
    return `${from.text}-${to.text}`;
  }

  #classCharacter(start: number): { readonly text: string; readonly isClass: boolean } {
    if (this.#at >= this.#pattern.length) throw new GoRegExpError('missing closing ]', this.#pattern.slice(start));
    if (this.#pattern[this.#at] === '\\') {
      const escaped = this.#escaped();
      this.#at += escaped.width;
      return escaped;
    }
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += char.length;
    return { text: literal(char), isClass: false };
  }
}

/** A character that stands for itself, in brackets and outside: punctuation by its code. */
function literal(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const isPunctuation = /^[!-/:-@[-^`{-~]$/.test(char);
  return isPunctuation ? `\\u{${code.toString(16)}}` : char;
}

function unicodeClass(whole: string, isNegated: boolean, name: string): string {
  if (name === 'Any') return isNegated ? '[^\\s\\S]' : '[\\s\\S]';
  for (const property of [name, `Script=${name}`]) {
    const text = `\\${isNegated ? 'P' : 'p'}{${property}}`;
    try {
      new RegExp(text, 'v');
      return text;
    } catch {
      // Not a property of that kind.
    }
  }
  throw new GoRegExpError('invalid character class range', whole);
}

/** The code of a character in the form that `literal` and escapes have. */
function codeOf(text: string): number {
  const match = /^\\u\{([0-9a-f]+)\}$/.exec(text);
  if (match) return parseInt(match[1] ?? '0', 16);
  const control = Object.entries({ '\\x07': 7, '\\f': 12, '\\n': 10, '\\r': 13, '\\t': 9, '\\v': 11 });
  return control.find(([name]) => name === text)?.[1] ?? text.codePointAt(0) ?? 0;
}
