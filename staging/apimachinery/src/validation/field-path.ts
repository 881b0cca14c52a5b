/**
 * The place of a value inside an object, as validation messages print it: `spec.containers[0].image`,
 * `metadata.labels[app]`. Immutable; each step makes a longer path, whose text is made when somebody asks for it, as
 * most paths are never printed.
 *
 * @go k8s.io/apimachinery/pkg/util/validation/field#Path
 */
export class FieldPath {
  /** A member, the index of an element, or a key in its brackets. */
  private readonly step: string | number;
  private readonly parent: FieldPath | undefined;

  constructor(step: string | number, parent?: FieldPath) {
    this.step = step;
    this.parent = parent;
  }

  /** A member, or a member of a member. */
  child(name: string, ...more: readonly string[]): FieldPath {
    const path = new FieldPath(name, this);
    return more.length === 0 ? path : more.reduce((at, step) => new FieldPath(step, at), path);
  }

  /** An element of a list. */
  index(index: number): FieldPath {
    return new FieldPath(index, this);
  }

  /** A value of a map, or the element of a list that has this key. */
  key(key: string): FieldPath {
    return new FieldPath(`[${key}]`, this);
  }

  toString(): string {
    const text = this.text();
    return text === '' ? '<nil>' : text;
  }

  private text(): string {
    const { step } = this;
    const before = this.parent === undefined ? '' : this.parent.text();
    if (typeof step === 'number') return `${before}[${String(step)}]`;
    return before === '' || step === '' || step.startsWith('[') ? before + step : `${before}.${step}`;
  }
}
