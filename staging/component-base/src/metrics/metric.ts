/** Values of the labels of a metric. */
export type Labels = Readonly<Record<string, string | number>>;

/** What is promised of a metric; `none` for those that are not Kubernetes' own (`process_*`). */
export type MetricStability = 'ALPHA' | 'BETA' | 'STABLE' | 'none';

/** What every metric is declared with. */
export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** `ALPHA` unless told otherwise, as upstream. */
  readonly stability?: MetricStability;
  /** The release that deprecated it: `1.34.0`. */
  readonly deprecatedVersion?: string;
}

/** A metric as the exposition shows it. */
export interface ExposedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly stability: MetricStability;
  readonly deprecatedVersion: string;
  /** Its lines, each with its end. */
  lines(): string;
  /** From now on values that are not allowed for a label count as `unexpected`, each told to `onUnexpected`. */
  constrain(allowed: AllowedLabelValues, onUnexpected: () => void): void;
}

/** The allowed values by label; labels that are not named may have any. */
export type AllowedLabelValues = ReadonlyMap<string, ReadonlySet<string>>;

interface Entry<Value> {
  readonly labels: string;
  readonly value: Value;
}

const noLabels: Labels = {};
const separator = '\u0001';

/** The values of one metric by their labels. Whoever counts often asks for its value once and keeps it. */
export abstract class LabelledMetric<Value> {
  readonly name: string;
  readonly help: string;
  readonly stability: MetricStability;
  readonly deprecatedVersion: string;
  readonly #labels: readonly string[];
  readonly #values = new Map<string, Entry<Value>>();
  #constraint: { readonly allowed: AllowedLabelValues; readonly onUnexpected: () => void } | undefined;

  constructor({ name, help, labels = [], stability = 'ALPHA', deprecatedVersion = '' }: MetricOptions) {
    this.name = name;
    this.help = help;
    this.stability = stability;
    this.deprecatedVersion = deprecatedVersion;
    this.#labels = [...labels].sort();
  }

  /** The value under these labels; the same object each time, which may be kept. */
  with(labels: Labels): Value {
    const seen = this.#constraint === undefined ? labels : this.#constrained(labels);
    const key = this.#keyOf(seen);
    let entry = this.#values.get(key);
    if (entry === undefined) {
      entry = { labels: this.#textOf(seen), value: this.newValue() };
      this.#values.set(key, entry);
    }
    return entry.value;
  }

  /** Forgets the value under these labels. */
  remove(labels: Labels): void {
    this.#values.delete(this.#keyOf(labels));
  }

  /** Forgets all values. */
  reset(): void {
    this.#values.clear();
  }

  /** See `ExposedMetric`. @go k8s.io/component-base/metrics#(*MetricLabelAllowList).ConstrainLabelMap */
  constrain(allowed: AllowedLabelValues, onUnexpected: () => void): void {
    this.#constraint = { allowed, onUnexpected };
  }

  /** Every value with its labels in the form `a="b",c="d"`, sorted by them; without labels there is always one. */
  protected entries(): Iterable<Entry<Value>> {
    if (this.#labels.length === 0) this.with(noLabels);
    return [...this.#values.values()].sort((a, b) => (a.labels < b.labels ? -1 : Number(a.labels > b.labels)));
  }

  protected abstract newValue(): Value;

  #constrained(labels: Labels): Labels {
    const seen: Record<string, string | number> = { ...labels };
    for (const [name, values] of this.#constraint?.allowed ?? []) {
      if (!this.#labels.includes(name) || values.has(String(labels[name] ?? ''))) continue;
      seen[name] = 'unexpected';
      this.#constraint?.onUnexpected();
    }
    return seen;
  }

  #keyOf(labels: Labels): string {
    let key = '';
    for (const name of this.#labels) key += `${String(labels[name] ?? '')}${separator}`;
    return key;
  }

  #textOf(labels: Labels): string {
    return this.#labels.map((name) => `${name}="${escapeLabel(String(labels[name] ?? ''))}"`).join(',');
  }
}

const escapeLabel = (text: string): string =>
  /[\\\n"]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"') : text;

/** One line of the exposition. */
export function metricLine(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${formatValue(value)}\n`;
}

/** From here on numbers have an exponent. */
const firstLarge = 1e6;
const firstSmall = 1e-4;

/** A number as Prometheus writes it. @go strconv#FormatFloat */
export function formatValue(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= firstSmall && size < firstLarge)) return String(value);
  if (size === Infinity) return value > 0 ? '+Inf' : '-Inf';
  if (Number.isNaN(value)) return 'NaN';
  return value.toExponential().replace(/([+-])(\d)$/, '$10$2');
}
