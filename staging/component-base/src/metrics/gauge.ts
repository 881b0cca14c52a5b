import { type ExposedMetric, type Labels, LabelledMetric, type MetricOptions, metricLine } from './metric.ts';

/** Goes up and down. */
export interface GaugeValue {
  set(value: number): void;
  inc(by?: number): void;
  dec(by?: number): void;
}

/** Goes up and down, under labels. */
export interface GaugeMetric {
  set(value: number, labels?: Labels): void;
  inc(labels?: Labels, by?: number): void;
  dec(labels?: Labels, by?: number): void;
  /** What goes up and down under these labels; whoever changes it often keeps it. */
  with(labels: Labels): GaugeValue;
  remove(labels: Labels): void;
  /** Forgets all values. */
  reset(): void;
}

class Level implements GaugeValue {
  now = 0;

  set(value: number): void {
    this.now = value;
  }

  inc(by = 1): void {
    this.now += by;
  }

  dec(by = 1): void {
    this.now -= by;
  }
}

const noLabels: Labels = {};

/** A number that goes up and down; `collect` brings it up to date before it is shown. */
export class Gauge extends LabelledMetric<Level> implements GaugeMetric, ExposedMetric {
  readonly type = 'gauge';
  readonly #collect: ((gauge: GaugeMetric) => number | undefined) | undefined;

  constructor(options: MetricOptions, collect?: (gauge: GaugeMetric) => number | undefined) {
    super(options);
    this.#collect = collect;
  }

  set(value: number, labels: Labels = noLabels): void {
    this.with(labels).set(value);
  }

  inc(labels: Labels = noLabels, by = 1): void {
    this.with(labels).inc(by);
  }

  dec(labels: Labels = noLabels, by = 1): void {
    this.with(labels).dec(by);
  }

  lines(): string {
    const value = this.#collect?.(this);
    if (value !== undefined) this.set(value);
    let text = '';
    for (const entry of this.entries()) text += metricLine(this.name, entry.labels, entry.value.now);
    return text;
  }

  protected override newValue(): Level {
    return new Level();
  }
}
