import { readFileSync } from 'node:fs';

import { parseYaml } from '@kubescript/client';
import {
  type AllowedLabelValues,
  FlagGroup,
  type MetricsView,
  listFlag,
  previousMinorVersion,
  repeatedFlag,
  stringFlag,
} from '@kubescript/component-base';

/** Which metrics are shown. */
export interface MetricsFlags {
  readonly showHiddenMetricsForVersion: string;
  readonly disabledMetrics: readonly string[];
  /** Each as it was typed: `metric,label=value,value`. */
  readonly allowMetricLabels: readonly string[];
  readonly allowMetricLabelsManifest: string;
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const metricNamePattern = new RegExp(`^${metricName}$`);
const labelKeyPattern = new RegExp(`^${metricName},[a-zA-Z_][a-zA-Z0-9_]*$`);

/** @go k8s.io/component-base/metrics#Options */
export function metricsFlags(): FlagGroup<MetricsFlags> {
  return new FlagGroup<MetricsFlags>(
    'Metrics',
    {
      showHiddenMetricsForVersion: stringFlag(
        '',
        'the previous minor release (major.minor), to show the metrics that were hidden since it',
      ),
      disabledMetrics: listFlag([], 'names of metrics that are not shown'),
      allowMetricLabels: repeatedFlag(
        'allowed values of a label, others count as "unexpected": metric,label=value,value; may be given more than once',
      ),
      allowMetricLabelsManifest: stringFlag(
        '',
        'YAML file of allowed label values; --allow-metric-labels takes its place',
      ),
    },
    problemsOf,
  );
}

/** What of the metrics is shown, as the flags say. @go k8s.io/component-base/metrics#(*Options).Apply */
export function metricsViewOf(flags: MetricsFlags): MetricsView {
  const { allowMetricLabels, allowMetricLabelsManifest, disabledMetrics, showHiddenMetricsForVersion } = flags;
  const pairs =
    allowMetricLabels.length > 0 || allowMetricLabelsManifest === ''
      ? pairsOf(allowMetricLabels)
      : readManifest(allowMetricLabelsManifest);
  const disabled = disabledMetrics.filter((name) => name !== '');
  return { disabled, allowedLabels: allowedLabelsOf(pairs), showsHidden: showHiddenMetricsForVersion !== '' };
}

function problemsOf(flags: MetricsFlags): readonly Error[] {
  const problems: string[] = [];
  const previous = previousMinorVersion();
  if (!['', previous].includes(flags.showHiddenMetricsForVersion)) {
    problems.push(
      `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`,
    );
  }
  const badName = flags.disabledMetrics.find((name) => !metricNamePattern.test(name));
  if (badName !== undefined) {
    problems.push(
      `--disabled-metrics must be fully qualified metric names matching "${metricNamePattern.source}", got ${JSON.stringify(badName)}`,
    );
  }
  const badPairs = problemOfPairs(pairsOf(flags.allowMetricLabels));
  if (badPairs !== undefined) problems.push(badPairs);
  if (flags.allowMetricLabelsManifest !== '') problems.push(...problemsOfManifest(flags.allowMetricLabelsManifest));
  return problems.map((text) => new Error(text));
}

function problemsOfManifest(path: string): readonly string[] {
  try {
    const problem = problemOfPairs(readManifest(path));
    return problem === undefined ? [] : [`invalid allow list mapping in manifest: ${problem}`];
  } catch (error) {
    return [(error as Error).message];
  }
}

function problemOfPairs(pairs: ReadonlyMap<string, string>): string | undefined {
  return [...pairs.keys()].every((key) => labelKeyPattern.test(key))
    ? undefined
    : '--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`';
}

function readManifest(path: string): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`failed to read allow list manifest: ${(error as Error).message}`, { cause: error });
  }
  try {
    return new Map(Object.entries((parseYaml(text) ?? {}) as Record<string, string>));
  } catch (error) {
    throw new Error(`failed to parse allow list manifest: ${(error as Error).message}`, { cause: error });
  }
}

/** Each text is one pair, or several in double quotes with commas between them. @go github.com/spf13/pflag#stringToStringValue */
function pairsOf(texts: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const text of texts) {
    const isOne = text.split('=').length === 2;
    const parts = isOne ? [text.replace(/^"|"$/g, '')] : [...text.matchAll(/"([^"]*)"|([^,"]+)/g)].map(unquoted);
    for (const part of parts) {
      const at = part.indexOf('=');
      pairs.set(at < 0 ? part : part.slice(0, at), at < 0 ? '' : part.slice(at + 1));
    }
  }
  return pairs;
}

const unquoted = ([, quoted, plain = '']: RegExpExecArray): string => quoted ?? plain;

function allowedLabelsOf(pairs: ReadonlyMap<string, string>): ReadonlyMap<string, AllowedLabelValues> {
  const allowed = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const [key, values] of pairs) {
    const [metric = '', label = ''] = key.split(',');
    const labels = allowed.get(metric) ?? new Map<string, ReadonlySet<string>>();
    labels.set(label, new Set(values.split(',')));
    allowed.set(metric, labels);
  }
  return allowed;
}
