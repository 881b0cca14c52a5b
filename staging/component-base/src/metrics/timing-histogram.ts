import { Distribution } from './distribution.ts';
import type { HistogramOptions } from './histogram.ts';
import { type ExposedMetric, type Labels, LabelledMetric } from './metric.ts';

/** Something that has one value at any time. */
export interface TimingValue {
  /** From now on it has this value. `now`: the time in milliseconds, where the caller has just asked for it. */
  set(value: number, now?: number): void;
}

/** Shows for how long something had which value, under labels. */
export interface TimingMetric {
  with(labels: Labels): TimingValue;
}

const nanosecondsPerMillisecond = 1e6;

class TimedDistribution implements TimingValue {
  readonly distribution: Distribution;
  readonly #now: () => number;
  #value = 0;
  #since: number;

  constructor(bounds: readonly number[], now: () => number) {
    this.distribution = new Distribution(bounds);
    this.#now = now;
    this.#since = now();
  }

  set(value: number, now?: number): void {
    if (value === this.#value) return;
    this.update(now);
    this.#value = value;
  }

  /** Counts the time since the last change. */
  update(now = this.#now()): void {
    const passed = Math.round((now - this.#since) * nanosecondsPerMillisecond);
    if (passed <= 0) return;
    this.#since = now;
    this.distribution.observe(this.#value, passed);
  }
}

/**
 * A histogram as if the value were observed at the end of every nanosecond.
 *
 * @go k8s.io/component-base/metrics#TimingHistogram
 */
export class TimingHistogram extends LabelledMetric<TimedDistribution> implements TimingMetric, ExposedMetric {
  readonly type = 'histogram';
  readonly #bounds: readonly number[];
  readonly #now: () => number;

  /** `now` gives milliseconds that only go forward. */
  constructor(options: HistogramOptions & { readonly now?: () => number }) {
    super(options);
    this.#bounds = options.buckets ?? [];
    this.#now = options.now ?? (() => performance.now());
  }

  lines(): string {
    let text = '';
    for (const { labels, value } of this.entries()) {
      value.update();
      text += value.distribution.lines(this.name, labels);
    }
    return text;
  }

  protected override newValue(): TimedDistribution {
    return new TimedDistribution(this.#bounds, this.#now);
  }
}
