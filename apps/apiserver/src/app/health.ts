import { type Clock, realClock } from '@kubescript/apimachinery';
import type { HealthCheck } from '@kubescript/component-base';

import type { ApiserverConfig } from './config.ts';

/** The order of the reference; post-start hooks come in theirs before the last. */
const shownOrder: readonly string[] = [
  'ping',
  'log',
  'informer-sync',
  'loopback-serving-certificate',
  'etcd',
  'kms-providers',
  'shutdown',
];

/**
 * Adds what must hold besides the post-start hooks: the log can be written, the store answers, KMS plugins are well.
 *
 * @go k8s.io/apiserver/pkg/server#(*GenericAPIServer).installHealthz
 */
export function addHealthChecks({ server, backend, encryption }: ApiserverConfig): void {
  const checks: readonly HealthCheck[] = [
    { name: 'log', check: checkLog },
    { name: 'etcd', check: () => backend.checkHealth() },
    ...(encryption?.transformers.healthChecks() ?? []),
  ];
  for (const endpoint of [server.healthz, server.livez, server.readyz]) {
    endpoint.orderBy(shownOrder);
    for (const check of checks) endpoint.add(check);
  }
  // The way into the server from within has no certificate that could expire.
  for (const endpoint of [server.healthz, server.livez]) endpoint.add(holds('loopback-serving-certificate'));
  // What the reference's informers know is here in the caches of the stores, which are never behind.
  server.readyz.add(holds('informer-sync'));
}

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
