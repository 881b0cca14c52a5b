import { type ExposedMetric, type Labels, LabelledMetric, type MetricOptions, metricLine } from './metric.ts';

/** Takes observations, under labels. */
export interface SummaryMetric {
  with(labels: Labels): SummaryValue;
}

/** Takes observations. */
export interface SummaryValue {
  observe(value: number): void;
}

/** A summary's options. */
export interface SummaryOptions extends MetricOptions {
  readonly quantiles: readonly number[];
  /** Quantiles are of the observations of this time, in milliseconds. */
  readonly maxAgeMs: number;
  readonly now?: () => number;
}

const ages = 5;
/** Observations between two looks at the clock. */
const rotationInterval = 64;
/** Neighbouring buckets differ by this factor, which bounds the relative error of a quantile to one percent. */
const growth = 1.02;
const logGrowth = Math.log(growth);

/** Observations of one age, counted in buckets that grow exponentially. */
class Sketch {
  readonly #counts = new Map<number, number>();

  add(value: number): void {
    const index = value > 0 ? Math.ceil(Math.log(value) / logGrowth) : -Infinity;
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + 1);
  }

  addTo(sum: Map<number, number>): void {
    for (const [index, count] of this.#counts) sum.set(index, (sum.get(index) ?? 0) + count);
  }
}

/** Quantiles of what was observed lately, in memory that does not grow with the number of observations. */
class Quantiles implements SummaryValue {
  readonly #ageMs: number;
  readonly #now: () => number;
  #sketches = [new Sketch()];
  #since: number;
  count = 0;
  sum = 0;

  constructor(maxAgeMs: number, now: () => number) {
    this.#ageMs = maxAgeMs / ages;
    this.#now = now;
    this.#since = now();
  }

  observe(value: number): void {
    if (this.count % rotationInterval === 0) this.#rotate();
    this.count += 1;
    this.sum += value;
    this.#sketches[0]?.add(value);
  }

  /** The value below which that share of the observations lies; NaN if there are none. */
  quantile(share: number): number {
    this.#rotate();
    const counts = new Map<number, number>();
    for (const sketch of this.#sketches) sketch.addTo(counts);
    const sorted = [...counts].sort(([a], [b]) => a - b);
    const wanted = Math.ceil(share * sorted.reduce((total, [, count]) => total + count, 0));
    let seen = 0;
    for (const [index, count] of sorted) {
      seen += count;
      if (seen >= wanted) return index === -Infinity ? 0 : (2 * growth ** index) / (1 + growth);
    }
    return NaN;
  }

  #rotate(): void {
    const passed = Math.floor((this.#now() - this.#since) / this.#ageMs);
    if (passed <= 0) return;
    this.#since += passed * this.#ageMs;
    const fresh = Array.from({ length: Math.min(passed, ages) }, () => new Sketch());
    this.#sketches = [...fresh, ...this.#sketches].slice(0, ages);
  }
}

/** Quantiles, sum and number of observations. @go k8s.io/component-base/metrics#Summary */
export class Summary extends LabelledMetric<Quantiles> implements SummaryMetric, ExposedMetric {
  readonly type = 'summary';
  readonly #options: SummaryOptions;

  constructor(options: SummaryOptions) {
    super(options);
    this.#options = options;
  }

  lines(): string {
    let text = '';
    for (const { labels, value } of this.entries()) text += this.#linesOf(labels, value);
    return text;
  }

  protected override newValue(): Quantiles {
    return new Quantiles(this.#options.maxAgeMs, this.#options.now ?? (() => performance.now()));
  }

  #linesOf(labels: string, value: Quantiles): string {
    const head = labels === '' ? '' : `${labels},`;
    const quantiles = this.#options.quantiles.map((share) =>
      metricLine(this.name, `${head}quantile="${String(share)}"`, value.quantile(share)),
    );
    return [
      ...quantiles,
      metricLine(`${this.name}_sum`, labels, value.sum),
      metricLine(`${this.name}_count`, labels, value.count),
    ].join('');
  }
}
