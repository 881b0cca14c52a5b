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
    else if (char === '"') this.#string();
    else while (this.#at < this.#text.length && !',]}'.includes(this.#text.charAt(this.#at))) this.#at++;
  }

  #object(path: string): void {
    const seen = new Set<string>();
    const reported = new Set<string>();
    this.#at++;
    for (this.#space(); this.#text[this.#at] === '"'; this.#space()) {
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
    for (this.#at++; this.#at < this.#text.length && this.#text[this.#at] !== '"'; this.#at++) {
      if (this.#text[this.#at] === '\\') this.#at++;
    }
    this.#at++;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #space(): void {
    while (' \t\r\n'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++;
  }
}
