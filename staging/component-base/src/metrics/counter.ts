import { type ExposedMetric, type Labels, LabelledMetric, metricLine } from './metric.ts';

/** Counts up. */
export interface CounterValue {
  inc(by?: number): void;
}

/** Counts up, under labels. */
export interface CounterMetric {
  inc(labels?: Labels, by?: number): void;
  /** What counts under these labels; whoever counts often keeps it. */
  with(labels: Labels): CounterValue;
}

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

  inc(labels: Labels = noLabels, by = 1): void {
    this.with(labels).inc(by);
  }

  lines(): string {
    let text = '';
    for (const { labels, value } of this.entries()) text += metricLine(this.name, labels, value.total);
    return text;
  }

  protected override newValue(): Count {
    return new Count();
  }
}
