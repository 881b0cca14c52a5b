/**
 * The place of a value inside an object, as validation messages print it: `spec.containers[0].image`,
 * `metadata.labels[app]`. Immutable; each step makes a longer path.
 *
 * @go k8s.io/apimachinery/pkg/util/validation/field#Path
 */
export class FieldPath {
  readonly #text: string;

  constructor(name: string, ...more: readonly string[]) {
    this.#text = [name, ...more].filter((part) => part !== '').join('.');
  }

  /** A member, or a member of a member. */
  child(...names: readonly string[]): FieldPath {
    return new FieldPath(this.#text, ...names);
  }

  /** An element of a list. */
  index(index: number): FieldPath {
    return new FieldPath(`${this.#text}[${String(index)}]`);
  }

  /** A value of a map, or the element of a list that has this key. */
  key(key: string): FieldPath {
    return new FieldPath(`${this.#text}[${key}]`);
  }

  toString(): string {
    return this.#text === '' ? '<nil>' : this.#text;
  }
}
