import { type ExposedMetric, type Labels, LabelledMetric, type MetricOptions, metricLine } from './metric.ts';

/** Counts up. */
export interface CounterValue {
  inc(by?: number): void;
}

/** Counts up, under labels. */
export interface CounterMetric {
  inc(labels?: Labels, by?: number): void;
  /** What counts under these labels; whoever counts often keeps it. */
  with(labels: Labels): CounterValue;
  remove(labels: Labels): void;
}

/** Reads totals that others count; called before each exposition. */
export type ReadTotals = (set: (total: number, labels?: Labels) => void) => void;

class Count implements CounterValue {
  total = 0;

  inc(by = 1): void {
    this.total += by;
  }
}

const noLabels: Labels = {};

/** A number that only grows. */
export class Counter extends LabelledMetric<Count> implements CounterMetric, ExposedMetric {
  readonly type = 'counter';
  readonly #read: ReadTotals | undefined;

  constructor(options: MetricOptions, read?: ReadTotals) {
    super(options);
    this.#read = read;
  }

  inc(labels: Labels = noLabels, by = 1): void {
    this.with(labels).inc(by);
  }

  lines(): string {
    this.#read?.((total, labels = noLabels) => {
      this.with(labels).total = total;
    });
    let text = '';
    for (const { labels, value } of this.entries()) text += metricLine(this.name, labels, value.total);
    return text;
  }

  protected override newValue(): Count {
    return new Count();
  }
}
