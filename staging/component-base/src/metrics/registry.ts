import { Counter, type CounterMetric } from './counter.ts';
import { Gauge, type GaugeMetric } from './gauge.ts';
import { Histogram, type HistogramMetric } from './histogram.ts';
import type { ExposedMetric, MetricOptions } from './metric.ts';

/**
 * The metrics of one component: each component of a process has its own, so none shows the numbers of another.
 * Asking twice for one name gives the same metric.
 */
export class MetricsRegistry {
  readonly #metrics = new Map<string, ExposedMetric>();
  readonly #disabled = new Set<string>();
  /** The media type of `expose()`. */
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';

  counter(options: MetricOptions): CounterMetric {
    return this.#get(options.name, () => new Counter(options));
  }

  /** `collect` is called before each exposition, for values that are read rather than counted. */
  gauge(options: MetricOptions, collect?: (gauge: GaugeMetric) => number | undefined): GaugeMetric {
    return this.#get(options.name, () => new Gauge(options, collect));
  }

  histogram(options: MetricOptions & { readonly buckets?: readonly number[] }): HistogramMetric {
    return this.#get(options.name, () => new Histogram(options));
  }

  /** Leaves metrics out of the exposition. */
  disable(names: readonly string[]): void {
    for (const name of names) this.#disabled.add(name);
  }

  /** The names of the metrics that are declared, sorted. */
  names(): readonly string[] {
    return [...this.#metrics.keys()].sort();
  }

  /** The metrics in Prometheus' text format, by name; those without values are left out. */
  expose(): Promise<string> {
    let text = '';
    for (const name of this.names()) {
      const metric = this.#metrics.get(name);
      const lines = metric?.lines() ?? '';
      if (metric === undefined || lines === '' || this.#disabled.has(name)) continue;
      text += `# HELP ${name} ${escapeHelp(metric.help)}\n# TYPE ${name} ${metric.type}\n${lines}`;
    }
    return Promise.resolve(text);
  }

  #get<M extends ExposedMetric>(name: string, make: () => M): M {
    const known = this.#metrics.get(name);
    if (known !== undefined) return known as M;
    const made = make();
    this.#metrics.set(name, made);
    return made;
  }
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
