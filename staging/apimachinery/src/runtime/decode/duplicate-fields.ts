const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

/**
 * The members that occur more than once in one object of a JSON text, in the order of the document and in the
 * reference's words: `duplicate field "metadata.name"`. The text must be valid JSON, and `value` what it parses to.
 */
export function duplicateFields(text: string, value: unknown): readonly string[] {
  // Of members that occur twice the value has one.
  return membersInText(text) === membersIn(value) ? [] : new DuplicateScan(text).run();
}

/**
 * What a decoder of structs has to say about the members of a JSON text, in the order of the document: `unknown` as
 * it is, but what is repeated within an unknown member goes unnoticed.
 */
export function strictProblems(text: string, unknown: readonly string[]): readonly string[] {
  return [...new Set([...new DuplicateScan(text, new Set(unknown)).run(), ...unknown])];
}

/** How many members a valid JSON text states: each has one colon outside of strings. */
function membersInText(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === colon) members++;
    else if (code === quote) at = endOfString(text, at);
  }
  return members;
}

/** The position of the quote that ends the string which begins at `start`: long strings are skipped at the speed of indexOf. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const end = text.indexOf('"', from);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
    from = end + 1;
  }
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += membersIn(item);
    return members;
  }
  for (const name in value) members += 1 + membersIn((value as Readonly<Record<string, unknown>>)[name]);
  return members;
}

class DuplicateScan {
  readonly #problems: string[] = [];
  readonly #text: string;
  readonly #unknown: ReadonlySet<string>;
  #at = 0;

  constructor(text: string, unknown: ReadonlySet<string> = new Set()) {
    this.#text = text;
    this.#unknown = unknown;
  }

  run(): readonly string[] {
    this.#value('');
    return this.#problems;
  }

  #value(path: string): void {
    this.#space();
    const char = this.#text[this.#at];
    if (char === '{') this.#object(path);
    else if (char === '[') this.#array(path);
    else if (char === '"') this.#skipString();
    else while (this.#at < this.#text.length && !',]}'.includes(this.#text.charAt(this.#at))) this.#at++;
  }

  #object(path: string): void {
    const seen = new Set<string>();
    const reported = new Set<string>();
    this.#at++;
    this.#space();
    while (this.#text[this.#at] === '"') {
      const key = this.#string();
      const member = path === '' ? key : `${path}.${key}`;
      const isUnknown = this.#unknown.has(`unknown field "${member}"`);
      if (isUnknown ? !seen.has(key) : seen.has(key) && !reported.has(key)) {
        reported.add(key);
        this.#problems.push(`${isUnknown ? 'unknown' : 'duplicate'} field "${member}"`);
      }
      seen.add(key);
      this.#space();
      this.#at++;
      this.#member(member, isUnknown);
      this.#comma();
      this.#space();
    }
    this.#at++;
  }

  /** Problems within unknown members are none. */
  #member(path: string, isUnknown: boolean): void {
    const before = this.#problems.length;
    this.#value(path);
    if (isUnknown) this.#problems.length = before;
  }

  #array(path: string): void {
    this.#at++;
    this.#space();
    for (let index = 0; this.#at < this.#text.length && this.#text[this.#at] !== ']'; index++) {
      this.#value(`${path}[${index}]`);
      this.#comma();
      this.#space();
    }
    this.#at++;
  }

  #comma(): void {
    this.#space();
    if (this.#text[this.#at] === ',') this.#at++;
  }

  #string(): string {
    const start = this.#at;
    this.#skipString();
    const raw = this.#text.slice(start, this.#at);
    return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  }

  #skipString(): void {
    this.#at = Math.min(this.#text.length, endOfString(this.#text, this.#at) + 1);
  }

  #space(): void {
    while (' \t\r\n'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++;
  }
}
