/**
 * The members that occur more than once in one object of a JSON text, in the order of the document and in the
 * reference's words: `duplicate field "metadata.name"`. The text must be valid JSON.
 */
export function duplicateFields(text: string): readonly string[] {
  return new DuplicateScan(text).run();
}

class DuplicateScan {
  readonly #problems: string[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
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
      if (seen.has(key) && !reported.has(key)) {
        reported.add(key);
        this.#problems.push(`duplicate field "${member}"`);
      }
      seen.add(key);
      this.#space();
      this.#at++;
      this.#value(member);
      this.#comma();
      this.#space();
    }
    this.#at++;
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

  /** Goes from quote to quote: most strings have no escapes, and long ones are skipped at the speed of indexOf. */
  #skipString(): void {
    for (let from = this.#at + 1; ;) {
      const end = this.#text.indexOf('"', from);
      if (end < 0) {
        this.#at = this.#text.length;
        return;
      }
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === '\\') slashes++;
      from = end + 1;
      if (slashes % 2 === 1) continue;
      this.#at = from;
      return;
    }
  }

  #space(): void {
    while (' \t\r\n'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++;
  }
}
