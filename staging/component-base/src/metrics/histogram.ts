import { Distribution } from './distribution.ts';
import { type ExposedMetric, type Labels, LabelledMetric, type MetricOptions } from './metric.ts';

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

/** A histogram's options. */
export interface HistogramOptions extends MetricOptions {
  /** Upper bounds, ascending; Prometheus' default ones unless given. */
  readonly buckets?: readonly number[];
}

const defaultBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const noLabels: Labels = {};

/** How often values of which size were observed. */
export class Histogram extends LabelledMetric<Distribution> implements HistogramMetric, ExposedMetric {
  readonly type = 'histogram';
  readonly #bounds: readonly number[];

  constructor(options: HistogramOptions) {
    super(options);
    this.#bounds = options.buckets ?? defaultBuckets;
  }

  observe(value: number, labels: Labels = noLabels): void {
    this.with(labels).observe(value);
  }

  lines(): string {
    let text = '';
    for (const { labels, value } of this.entries()) text += value.lines(this.name, labels);
    return text;
  }

  protected override newValue(): Distribution {
    return new Distribution(this.#bounds);
  }
}

/** `count` bounds from `start` on, each `factor` times the one before. @go prometheus#ExponentialBuckets */
export function exponentialBuckets(start: number, factor: number, count: number): readonly number[] {
  const bounds = [start];
  while (bounds.length < count) bounds.push((bounds.at(-1) ?? start) * factor);
  return bounds;
}
