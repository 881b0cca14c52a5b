/** From so many values on less and less of them may come from aliases. */
const manyValues = 400_000;
const tooManyValues = 4_000_000;

/**
 * A copy of a value in which nothing occurs in two places. Throws an Error if it contains itself, or if it is large for
 * what it repeats.
 *
 * @go sigs.k8s.io/yaml/goyaml.v2#(*decoder).unmarshal
 */
export function withoutAliases(value: unknown): unknown {
  return new Copier().copy(value, false);
}

class Copier {
  private readonly seen = new Set<object>();
  private readonly within = new Set<object>();
  private count = 0;
  private repeated = 0;

  copy(value: unknown, isRepeated: boolean): unknown {
    const again = isRepeated || (typeof value === 'object' && value !== null && this.seen.has(value));
    this.note(again);
    if (typeof value !== 'object' || value === null) return value;
    if (this.within.has(value)) throw new Error('yaml: anchor value contains itself');
    this.seen.add(value);
    this.within.add(value);
    const copied = Array.isArray(value)
      ? value.map((item) => this.copy(item, again))
      : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.copy(member, again)]));
    this.within.delete(value);
    return copied;
  }

  private note(isRepeated: boolean): void {
    this.count += 1;
    if (isRepeated) this.repeated += 1;
    if (this.repeated > 100 && this.count > 1000 && this.repeated / this.count > allowedRatio(this.count)) {
      throw new Error('yaml: document contains excessive aliasing');
    }
  }
}

function allowedRatio(count: number): number {
  if (count <= manyValues) return 0.99;
  if (count >= tooManyValues) return 0.1;
  return 0.99 - 0.89 * ((count - manyValues) / (tooManyValues - manyValues));
}
