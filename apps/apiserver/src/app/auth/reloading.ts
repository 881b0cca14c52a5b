import { createHash } from 'node:crypto';

import { type FieldError, aggregateMessages, formatFieldError, realClock } from '@kubescript/apimachinery';
import type { MetricsRegistry } from '@kubescript/component-base';

import type { AuthLoops } from './followed.ts';

/** A configuration file that is read again while the server runs. */
export interface ReloadedFile<C, T extends AsyncDisposable> {
  readonly flag: string;
  readonly path: string;
  /** `authentication` or `authorization`, as metrics name it. */
  readonly kind: string;
  /** Reads the text; throws an Error. */
  readonly decode: (text: string) => C;
  readonly validate: (config: C) => readonly FieldError[];
  /** Makes what works by a configuration; throws an Error. */
  readonly open: (config: C) => Promise<T>;
}

/**
 * What a configuration file says, always by its newest content that can be used: what cannot be read, is wrong or cannot
 * be opened is logged, counted, and leaves things as they are.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/authorizer#reloadableAuthorizerResolver
 */
export async function openReloaded<C, T extends AsyncDisposable>(
  file: ReloadedFile<C, T>,
  loops: AuthLoops,
  metrics: MetricsRegistry,
): Promise<{ readonly current: () => T; readonly config: C } & AsyncDisposable> {
  const { flag, path } = file;
  const record = reloadMetrics(file.kind, metrics);
  const read = (text: string): C => {
    const config = file.decode(text);
    const problems = file.validate(config);
    if (problems.length > 0) throw new Error(aggregateMessages(problems.map(formatFieldError)));
    return config;
  };
  let current: T;
  let reloading = Promise.resolve();
  const reload = async (text: string): Promise<void> => {
    try {
      const opened = await file.open(read(text));
      const former = current;
      current = opened;
      record('success');
      loops.logger.info('Reloaded a configuration', { flag, path });
      await former[Symbol.asyncDispose]();
    } catch (error) {
      record('failure');
      loops.logger.error('Cannot use a changed configuration; the former one still holds', { flag, path, error });
    }
  };
  const followed = loops.follow(flag, path, (text) => {
    reloading = reloading.then(() => reload(text));
  });
  let config: C;
  try {
    config = read(followed.content);
    current = await file.open(config);
  } catch (error) {
    throw new Error(`${flag}: ${path}: ${(error as Error).message}`, { cause: error });
  }
  return {
    config,
    current: () => current,
    [Symbol.asyncDispose]: async () => {
      await reloading;
      await current[Symbol.asyncDispose]();
    },
  };
}

function reloadMetrics(kind: string, metrics: MetricsRegistry): (status: 'success' | 'failure') => void {
  const prefix = `apiserver_${kind}_config_controller_automatic_reload`;
  const labels = ['status', 'apiserver_id_hash'];
  const reloads = metrics.counter({
    name: `${prefix}s_total`,
    help: `Total number of automatic reloads of ${kind} configuration split by status and apiserver identity.`,
    labels,
  });
  const last = metrics.gauge({
    name: `${prefix}_last_timestamp_seconds`,
    help: `Timestamp of the last automatic reload of ${kind} configuration split by status and apiserver identity.`,
    labels,
  });
  const id = `sha256:${createHash('sha256').update(String(process.pid)).digest('hex')}`;
  return (status) => {
    reloads.inc({ status, apiserver_id_hash: id });
    last.set(realClock.now() / 1000, { status, apiserver_id_hash: id });
  };
}
