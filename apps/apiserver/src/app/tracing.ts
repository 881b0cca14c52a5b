import { readFileSync } from 'node:fs';

import { realClock } from '@kubescript/apimachinery';
import { TraceExporter, Tracer, parseTracingConfiguration } from '@kubescript/apiserver';
import { type Logger, versionInfo } from '@kubescript/component-base';

/** Traces that are recorded and sent. Disposing sends what is left. */
export interface Tracing extends AsyncDisposable {
  readonly tracer: Tracer;
  /** Sends spans until the signal. */
  run(signal: AbortSignal): Promise<void>;
}

/** Reads --tracing-config-file; undefined without it. @go k8s.io/apiserver/pkg/server/options#(*TracingOptions).ApplyTo */
export function openTracing(path: string, logger: Logger): Tracing | undefined {
  if (path === '') return undefined;
  const { endpoint, samplingRatePerMillion } = read(path);
  const resource = { 'service.name': 'apiserver', 'service.version': versionInfo().gitVersion };
  const exporter = new TraceExporter(endpoint, resource, {
    clock: realClock,
    onError: (error) => {
      logger.warn('traces could not be sent', { endpoint, error });
    },
  });
  const tracer = new Tracer(samplingRatePerMillion, (span) => {
    exporter.add(span);
  });
  return {
    tracer,
    run: (signal) => exporter.run(signal),
    [Symbol.asyncDispose]: () => exporter[Symbol.asyncDispose](),
  };
}

function read(path: string): ReturnType<typeof parseTracingConfiguration> {
  try {
    return parseTracingConfiguration(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`--tracing-config-file: ${path}: ${(error as Error).message}`, { cause: error });
  }
}
