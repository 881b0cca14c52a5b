import { Counter, type CounterMetric, type ReadTotals } from './counter.ts';
import { Gauge, type GaugeMetric } from './gauge.ts';
import { Histogram, type HistogramMetric, type HistogramOptions } from './histogram.ts';
import type { AllowedLabelValues, ExposedMetric, MetricOptions } from './metric.ts';
import { isHidden } from './metric-lifecycle.ts';
import { Summary, type SummaryMetric, type SummaryOptions } from './summary.ts';
import { TimingHistogram, type TimingMetric } from './timing-histogram.ts';

/** What of a component's metrics is shown. @go k8s.io/component-base/metrics#Options */
export interface MetricsView {
  /** Names of metrics that are left out. */
  readonly disabled?: readonly string[];
  /** The allowed values of labels, by the metric's name. */
  readonly allowedLabels?: ReadonlyMap<string, AllowedLabelValues>;
  /** Shows those, too, that are hidden because they were deprecated some releases ago. */
  readonly showsHidden?: boolean;
}

/**
 * The metrics of one component: each component of a process has its own, so none shows the numbers of another.
 * Asking twice for one name gives the same metric.
 */
export class MetricsRegistry {
  readonly #metrics = new Map<string, ExposedMetric>();
  #view: MetricsView = {};
  #disabled: ReadonlySet<string> = new Set();
  #unexpected = 0;
  readonly #beforeExposition: (() => Promise<void>)[] = [];
  /** The media type of `expose()`. */
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';

  /** `read` is called before each exposition, for values that are read rather than counted. */
  counter(options: MetricOptions, read?: ReadTotals): CounterMetric {
    return this.#get(options.name, () => new Counter(options, read));
  }

  /** `collect` is called before each exposition, for values that are read rather than counted. */
  gauge(options: MetricOptions, collect?: (gauge: GaugeMetric) => number | undefined): GaugeMetric {
    return this.#get(options.name, () => new Gauge(options, collect));
  }

  histogram(options: HistogramOptions): HistogramMetric {
    return this.#get(options.name, () => new Histogram(options));
  }

  /** A histogram of a value over time. */
  timingHistogram(options: HistogramOptions & { readonly now?: () => number }): TimingMetric {
    return this.#get(options.name, () => new TimingHistogram(options));
  }

  summary(options: SummaryOptions): SummaryMetric {
    return this.#get(options.name, () => new Summary(options));
  }

  /** Says what is shown; to be called before anything is counted, as label values are not changed later. */
  show(view: MetricsView): void {
    this.#view = view;
    this.#disabled = new Set(view.disabled);
    for (const metric of this.#metrics.values()) this.#constrain(metric);
  }

  /** Has `collect` run before each exposition, for values that have to be asked for; it must not reject. */
  beforeExposition(collect: () => Promise<void>): void {
    this.#beforeExposition.push(collect);
  }

  /** How many names were disabled. */
  get disabledCount(): number {
    return this.#disabled.size;
  }

  /** How many metrics are not shown because of their age. */
  get hiddenCount(): number {
    return [...this.#metrics.values()].filter((metric) => this.#isHidden(metric)).length;
  }

  /** How many label values were not among those that are allowed. */
  get unexpectedCount(): number {
    return this.#unexpected;
  }

  /** The metrics that are declared, by name. */
  get declared(): readonly Pick<ExposedMetric, 'name' | 'stability' | 'deprecatedVersion'>[] {
    return this.names().flatMap((name) => this.#metrics.get(name) ?? []);
  }

  /** The names of the metrics that are declared, sorted. */
  names(): readonly string[] {
    return [...this.#metrics.keys()].sort();
  }

  /** The metrics in Prometheus' text format, by name; those without values are left out. */
  async expose(): Promise<string> {
    await Promise.all(this.#beforeExposition.map((collect) => collect()));
    let text = '';
    for (const name of this.names()) {
      const metric = this.#metrics.get(name);
      if (metric === undefined || this.#disabled.has(name) || this.#isHidden(metric)) continue;
      const lines = metric.lines();
      if (lines === '') continue;
      text += `# HELP ${name} ${escapeHelp(helpOf(metric))}\n# TYPE ${name} ${metric.type}\n${lines}`;
    }
    return text;
  }

  #isHidden(metric: ExposedMetric): boolean {
    return this.#view.showsHidden !== true && isHidden(metric);
  }

  #constrain(metric: ExposedMetric): void {
    const allowed = this.#view.allowedLabels?.get(metric.name);
    if (allowed === undefined) return;
    metric.constrain(allowed, () => {
      this.#unexpected += 1;
    });
  }

  #get<M extends ExposedMetric>(name: string, make: () => M): M {
    const known = this.#metrics.get(name);
    if (known !== undefined) return known as M;
    const made = make();
    this.#metrics.set(name, made);
    this.#constrain(made);
    return made;
  }
}

/** As upstream: stability and deprecation stand before the text. */
function helpOf({ help, stability, deprecatedVersion }: ExposedMetric): string {
  if (stability === 'none') return help;
  return `[${stability}] ${deprecatedVersion === '' ? '' : `(Deprecated since ${deprecatedVersion}) `}${help}`;
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
