import { type FieldError, FieldPath, aggregateMessages, formatFieldError, invalid } from '@kubescript/apimachinery';
import { parseYaml } from '@kubescript/client';
import { anyField, intField, objectField, textField } from '@kubescript/component-base';

/** Where traces go, and how many. @go k8s.io/component-base/tracing/api/v1#TracingConfiguration */
export interface TracingConfiguration {
  readonly endpoint: string;
  readonly samplingRatePerMillion: number;
}

const defaultEndpoint = 'localhost:4317';
const million = 1_000_000;
const apiVersions = [
  'apiserver.config.k8s.io/v1',
  'apiserver.config.k8s.io/v1beta1',
  'apiserver.config.k8s.io/v1alpha1',
];
const schemes = ['dns', 'unix', 'unix-abstract'];
const reader = objectField({
  apiVersion: anyField,
  kind: anyField,
  endpoint: textField,
  samplingRatePerMillion: intField,
});

/** Reads a TracingConfiguration strictly; throws with all problems. @go ReadTracingConfiguration */
export function parseTracingConfiguration(text: string): TracingConfiguration {
  const document = (parseYaml(text) ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const { apiVersion, kind } = document;
  if (kind !== 'TracingConfiguration' || typeof apiVersion !== 'string' || !apiVersions.includes(apiVersion)) {
    throw new Error(
      'unable to decode tracing configuration data: want kind "TracingConfiguration" of version "apiserver.config.k8s.io/v1"',
    );
  }
  const problems: string[] = [];
  const { endpoint = defaultEndpoint, samplingRatePerMillion = 0 } = reader(
    document,
    '',
    problems,
  ) as Partial<TracingConfiguration>;
  if (problems.length > 0) throw new Error(`strict decoding error: ${problems.join(', ')}`);
  const configuration = { endpoint, samplingRatePerMillion };
  const errors = validate(configuration, new FieldPath('tracing'));
  if (errors.length > 0) throw new Error(aggregateMessages(errors.map(formatFieldError)));
  return configuration;
}

/** @go k8s.io/component-base/tracing/api/v1#ValidateTracingConfiguration */
function validate({ endpoint, samplingRatePerMillion: rate }: TracingConfiguration, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const at = path.child('samplingRatePerMillion');
  if (rate < 0) errors.push(invalid(at, rate, 'sampling rate must be positive'));
  if (rate > million) {
    errors.push(invalid(at, rate, 'sampling rate per million must be less than or equal to one million'));
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(endpoint)?.[1] ?? 'dns';
  if (!schemes.includes(scheme)) {
    const detail = `unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract`;
    errors.push(invalid(path.child('endpoint'), endpoint, detail));
  }
  return errors;
}
