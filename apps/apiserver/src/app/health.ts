import { type Clock, realClock } from '@kubescript/apimachinery';
import type { Backend } from '@kubescript/apiserver';
import type { HealthCheck } from '@kubescript/component-base';

import type { ApiserverConfig } from './config.ts';

/** The order of the reference; post-start hooks come in theirs before the last. */
const shownOrder: readonly string[] = [
  'ping',
  'log',
  'loopback-serving-certificate',
  'etcd',
  'etcd-readiness',
  'kms-providers',
  'informer-sync',
  'shutdown',
];

/**
 * Adds what must hold besides the post-start hooks: the log can be written, the store answers, KMS plugins are well.
 *
 * @go k8s.io/apiserver/pkg/server#(*GenericAPIServer).installHealthz
 */
export function addHealthChecks({ server, backend, encryption, options }: ApiserverConfig): void {
  const checks: readonly HealthCheck[] = [
    { name: 'log', check: checkLog },
    { name: 'etcd', check: () => inTime(backend, options.storage.etcdHealthcheckTimeout) },
    ...(encryption?.transformers.healthChecks() ?? []),
  ];
  for (const endpoint of [server.healthz, server.livez, server.readyz]) {
    endpoint.orderBy(shownOrder);
    for (const check of checks) endpoint.add(check);
  }
  // The way into the server from within has no certificate that could expire.
  for (const endpoint of [server.healthz, server.livez]) endpoint.add(holds('loopback-serving-certificate'));
  server.readyz.add({
    name: 'etcd-readiness',
    check: () => inTime(backend, options.storage.etcdReadycheckTimeout),
  });
  // What the reference's informers know is here in the caches of the stores, which are never behind.
  server.readyz.add(holds('informer-sync'));
}

async function inTime(backend: Backend, timeoutMs: number): Promise<void> {
  const answered = new AbortController();
  const late = realClock.sleep(timeoutMs, answered.signal).then(
    () => {
      throw new Error('error getting data from etcd: context deadline exceeded');
    },
    () => undefined,
  );
  try {
    await Promise.race([backend.checkHealth(), late]);
  } finally {
    answered.abort(done);
  }
}

const done = new Error('the store answered');

const holds = (name: string): HealthCheck => ({ name, check: () => undefined });

function checkLog(): void {
  if (process.stderr.destroyed) throw new Error('the log cannot be written');
}

/**
 * Adds the check of a post-start hook. `/livez` lets it be open for the grace period after the start, in which the
 * server is busy and should not be started anew for that.
 *
 * @go k8s.io/apiserver/pkg/server#delayedHealthCheck
 */
export function addHookCheck({ server, options }: ApiserverConfig, check: HealthCheck, clock: Clock = realClock): void {
  const started = clock.now();
  const { livezGracePeriod } = options.limits;
  server.healthz.add(check);
  server.readyz.add(check);
  server.livez.add({
    name: check.name,
    check: () => (clock.now() - started < livezGracePeriod ? undefined : check.check()),
  });
}
