/** Values of the labels of a metric. */
export type Labels = Readonly<Record<string, string | number>>;

/** What every metric is declared with. */
export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** A metric as the exposition shows it. */
export interface ExposedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Its lines, each with its end. */
  lines(): string;
}

const noLabels: Labels = {};
const separator = '\u0001';

/** The values of one metric by their labels. Whoever counts often asks for its value once and keeps it. */
export abstract class LabelledMetric<Value> {
  readonly name: string;
  readonly help: string;
  readonly #labels: readonly string[];
  readonly #values = new Map<string, { readonly labels: string; readonly value: Value }>();

  constructor({ name, help, labels = [] }: MetricOptions) {
    this.name = name;
    this.help = help;
    this.#labels = labels;
  }

  /** The value under these labels; the same object each time, which may be kept. */
  with(labels: Labels): Value {
    const key = this.#keyOf(labels);
    let entry = this.#values.get(key);
    if (entry === undefined) {
      entry = { labels: this.#textOf(labels), value: this.newValue() };
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

  /** Every value with its labels in the form `a="b",c="d"`; without labels there is always one. */
  protected entries(): Iterable<{ readonly labels: string; readonly value: Value }> {
    if (this.#labels.length === 0) this.with(noLabels);
    return this.#values.values();
  }

  protected abstract newValue(): Value;

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

/** A number as Prometheus reads it. */
export function formatValue(value: number): string {
  if (value === Infinity) return '+Inf';
  if (value === -Infinity) return '-Inf';
  return Number.isNaN(value) ? 'NaN' : String(value);
}
