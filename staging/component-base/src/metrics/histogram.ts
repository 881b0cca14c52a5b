import {
  type ExposedMetric,
  type Labels,
  LabelledMetric,
  type MetricOptions,
  formatValue,
  metricLine,
} from './metric.ts';

/** Sorts observations into buckets. */
export interface HistogramValue {
  /** `times`: as if it had been observed so often. */
  observe(value: number, times?: number): void;
}

/** Sorts observations into buckets, under labels. */
export interface HistogramMetric {
  observe(value: number, labels?: Labels): void;
  /** What observes under these labels; whoever observes often keeps it. */
  with(labels: Labels): HistogramValue;
}

const defaultBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const noLabels: Labels = {};

class Distribution implements HistogramValue {
  readonly counts: number[];
  count = 0;
  sum = 0;
  readonly #bounds: readonly number[];

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Array<number>(bounds.length).fill(0);
  }

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
}

/** How often values of which size were observed. */
export class Histogram extends LabelledMetric<Distribution> implements HistogramMetric, ExposedMetric {
  readonly type = 'histogram';
  readonly #bounds: readonly number[];

  constructor(options: MetricOptions & { readonly buckets?: readonly number[] }) {
    super({ ...options, labels: options.labels ?? [] });
    this.#bounds = options.buckets ?? defaultBuckets;
  }

  observe(value: number, labels: Labels = noLabels): void {
    this.with(labels).observe(value);
  }

  lines(): string {
    let text = '';
    for (const { labels, value } of this.entries()) text += this.#linesOf(labels, value);
    return text;
  }

  protected override newValue(): Distribution {
    return new Distribution(this.#bounds);
  }

  #linesOf(labels: string, { counts, count, sum }: Distribution): string {
    const head = labels === '' ? '' : `${labels},`;
    let text = '';
    let upTo = 0;
    for (const [index, bound] of this.#bounds.entries()) {
      upTo += counts[index] ?? 0;
      text += metricLine(`${this.name}_bucket`, `${head}le="${formatValue(bound)}"`, upTo);
    }
    text += metricLine(`${this.name}_bucket`, `${head}le="+Inf"`, count);
    return text + metricLine(`${this.name}_sum`, labels, sum) + metricLine(`${this.name}_count`, labels, count);
  }
}
