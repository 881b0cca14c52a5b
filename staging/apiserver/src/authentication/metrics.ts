import type { MetricsRegistry } from '@kubescript/component-base';

const buckets = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** How the authentication of a request ended. */
export type AuthenticationOutcome = 'success' | 'failure' | 'error';

/** Told of every authentication. */
export interface AuthenticationMetrics {
  /** `userName` is that of whoever was let in. */
  onAuthentication(outcome: AuthenticationOutcome, milliseconds: number, userName?: string): void;
}

interface OutcomeMetrics {
  readonly attempts: { inc(): void };
  readonly seconds: { observe(seconds: number): void };
}

/** The metrics of authentication under upstream's names. @go k8s.io/apiserver/pkg/endpoints/filters#recordAuthenticationMetrics */
export function newAuthenticationMetrics(registry: MetricsRegistry): AuthenticationMetrics {
  const users = registry.counter({
    name: 'authenticated_user_requests',
    help: 'Counter of authenticated requests broken out by username.',
    labels: ['username'],
  });
  const attempts = registry.counter({
    name: 'authentication_attempts',
    help: 'Counter of authenticated attempts.',
    labels: ['result'],
  });
  const duration = registry.histogram({
    name: 'authentication_duration_seconds',
    help: 'Authentication duration in seconds broken out by result.',
    labels: ['result'],
    buckets,
  });
  const of = (result: AuthenticationOutcome): OutcomeMetrics => ({
    attempts: attempts.with({ result }),
    seconds: duration.with({ result }),
  });
  const outcomes = { success: of('success'), failure: of('failure'), error: of('error') };
  return {
    onAuthentication: (result, milliseconds, userName) => {
      outcomes[result].attempts.inc();
      outcomes[result].seconds.observe(milliseconds / 1000);
      if (userName !== undefined) users.inc({ username: kindOfUserName(userName) });
    },
  };
}

const knownNames = new Set(['admin', 'client', 'kube_proxy', 'kubelet', 'system:serviceaccount:kube-system:default']);

/** There are too many users for a label each. @go k8s.io/apiserver/pkg/endpoints/filters#compressUsername */
function kindOfUserName(name: string): string {
  if (knownNames.has(name)) return name;
  return name.includes('@') ? 'email_id' : 'other';
}

/** Told of what a token cache does. */
export interface TokenCacheMetrics {
  onRequest(status: 'hit' | 'miss', milliseconds: number): void;
  /** A question to whoever knows the token begins; the answer is told to the function that comes back. */
  onFetch(): (status: 'ok' | 'error') => void;
}

/** The metrics of token caches under upstream's names. @go k8s.io/apiserver/pkg/authentication/token/cache#statsCollector */
export function newTokenCacheMetrics(registry: MetricsRegistry): TokenCacheMetrics {
  const prefix = 'authentication_token_cache';
  const labels = ['status'];
  const requests = registry.counter({ name: `${prefix}_request_total`, help: '', labels });
  const seconds = registry.histogram({
    name: `${prefix}_request_duration_seconds`,
    help: '',
    labels,
  });
  const fetches = registry.counter({ name: `${prefix}_fetch_total`, help: '', labels });
  const active = registry.gauge({
    name: `${prefix}_active_fetch_count`,
    help: '',
    labels,
  });
  return {
    onRequest: (status, milliseconds) => {
      requests.inc({ status });
      seconds.observe(milliseconds / 1000, { status });
    },
    onFetch: () => {
      active.inc({ status: 'in_flight' });
      return (status) => {
        active.dec({ status: 'in_flight' });
        fetches.inc({ status });
      };
    },
  };
}

const minute = 60;
const day = 86_400;

/** Told for how many seconds client certificates are still good. */
export type ClientCertificateMetrics = (remainingSeconds: number) => void;

/** @go k8s.io/apiserver/pkg/authentication/request/x509#clientCertificateExpirationHistogram */
export function newClientCertificateMetrics(registry: MetricsRegistry): ClientCertificateMetrics {
  const hours = [1, 2, 6, 12].map((count) => count * 60 * minute);
  const days = [1, 2, 4, 7, 30, 90, 180, 360].map((count) => count * day);
  const remaining = registry.histogram({
    name: 'apiserver_client_certificate_expiration_seconds',
    help: 'Distribution of the remaining lifetime on the certificate used to authenticate a request.',
    buckets: [0, 30 * minute, ...hours, ...days],
  });
  return (seconds) => {
    remaining.observe(seconds);
  };
}
