import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Values of the labels of a metric. */
export type Labels = Readonly<Record<string, string | number>>;

/** Counts up. */
export interface CounterMetric {
  inc(labels?: Labels, by?: number): void;
}

/** Goes up and down. */
export interface GaugeMetric {
  set(value: number, labels?: Labels): void;
  inc(labels?: Labels, by?: number): void;
  dec(labels?: Labels, by?: number): void;
}

/** Sorts observations into buckets. */
export interface HistogramMetric {
  observe(value: number, labels?: Labels): void;
}

/** What every metric is declared with. */
export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/**
 * The metrics of one component: each component of a process has its own, so none shows the numbers of another.
 * Asking twice for one name gives the same metric.
 */
export class MetricsRegistry {
  readonly #registry = new Registry();

  counter({ name, help, labels = [] }: MetricOptions): CounterMetric {
    const counter =
      (this.#get(name) as Counter | undefined) ?? new Counter({ name, help, labelNames: [...labels], ...this.#into() });
    return {
      inc: (values = {}, by = 1) => {
        counter.inc(values, by);
      },
    };
  }

  /** `collect` is called before each exposition, for values that are read rather than counted. */
  gauge({ name, help, labels = [] }: MetricOptions, collect?: () => number): GaugeMetric {
    const gauge =
      (this.#get(name) as Gauge | undefined) ??
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        ...this.#into(),
        ...(collect === undefined
          ? {}
          : {
              collect(this: Gauge): void {
                this.set(collect());
              },
            }),
      });
    return {
      set: (value, values = {}) => {
        gauge.set(values, value);
      },
      inc: (values = {}, by = 1) => {
        gauge.inc(values, by);
      },
      dec: (values = {}, by = 1) => {
        gauge.dec(values, by);
      },
    };
  }

  histogram({
    name,
    help,
    labels = [],
    buckets,
  }: MetricOptions & { readonly buckets?: readonly number[] }): HistogramMetric {
    const histogram =
      (this.#get(name) as Histogram | undefined) ??
      new Histogram({
        name,
        help,
        labelNames: [...labels],
        ...(buckets === undefined ? {} : { buckets: [...buckets] }),
        ...this.#into(),
      });
    return {
      observe: (value, values = {}) => {
        histogram.observe(values, value);
      },
    };
  }

  /** The metrics in Prometheus' text format. */
  expose(): Promise<string> {
    return this.#registry.metrics();
  }

  /** The media type of `expose()`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  #get(name: string): unknown {
    return this.#registry.getSingleMetric(name);
  }

  #into(): { registers: Registry[] } {
    return { registers: [this.#registry] };
  }
}
