import { formatValue, metricLine } from './metric.ts';

/** How many observations lie in which bucket. */
export class Distribution {
  readonly counts: number[];
  readonly #bounds: readonly number[];
  count = 0;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Array<number>(bounds.length).fill(0);
  }

  /** `times`: as if it had been observed so often. */
  observe(value: number, times = 1): void {
    this.count += times;
    this.sum += value * times;
    const bounds = this.#bounds;
    for (let i = 0; i < bounds.length; i++) {
      if (value <= (bounds[i] as number)) {
        (this.counts[i] as number) += times;
        return;
      }
    }
  }

  /** Its lines in the exposition. */
  lines(name: string, labels: string): string {
    const head = labels === '' ? '' : `${labels},`;
    let text = '';
    let upTo = 0;
    for (const [index, bound] of this.#bounds.entries()) {
      upTo += this.counts[index] ?? 0;
      text += metricLine(`${name}_bucket`, `${head}le="${formatValue(bound)}"`, upTo);
    }
    text += metricLine(`${name}_bucket`, `${head}le="+Inf"`, this.count);
    return text + metricLine(`${name}_sum`, labels, this.sum) + metricLine(`${name}_count`, labels, this.count);
  }
}
