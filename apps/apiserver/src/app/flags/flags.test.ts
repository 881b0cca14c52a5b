import { Command } from 'commander';
import { expect, test } from 'vitest';

import { addFlags, completeOptions, type TypedOptions, validateOptions } from '../options.ts';

const problemsOf = (typed: Partial<TypedOptions>): string[] =>
  validateOptions(completeOptions({ ...typed, storage: { dataDir: '/x', ...typed.storage } })).map(
    ({ message }) => message,
  );

test('the defaults are right', () => {
  expect(problemsOf({})).toEqual([]);
});

test.each<{ readonly typed: Partial<TypedOptions>; readonly want: string }>([
  { typed: { limits: { goawayChance: 0.5 } }, want: '--goaway-chance can not be less than 0 or greater than 0.02' },
  { typed: { limits: { requestTimeout: -1 } }, want: '--request-timeout can not be negative value' },
  {
    typed: { limits: { corsAllowedOrigins: ['example.com'] } },
    want: '--cors-allowed-origins does not have a valid pattern "example.com": it must be pinned with ^ or // at its start and $ or : at its end',
  },
  {
    typed: { limits: { corsAllowedOrigins: ['('] } },
    want: '--cors-allowed-origins has an invalid regular expression',
  },
  {
    typed: { limits: { strictTransportSecurityDirectives: ['max-age=x'] } },
    want: '--strict-transport-security-directives max-age is invalid: x',
  },
  {
    typed: { auditing: { auditLogPath: '-', auditLogMode: 'async' } },
    want: 'invalid audit log mode async, allowed modes are "batch,blocking,blocking-strict"',
  },
  {
    typed: { auditing: { auditLogPath: '-', auditLogMode: 'batch', auditLogBatchMaxSize: 0 } },
    want: 'invalid audit batch log max batch size 0, must be a positive number',
  },
  {
    typed: { auditing: { auditLogPath: '-', auditLogTruncateEnabled: true, auditLogTruncateMaxBatchSize: 1 } },
    want: 'invalid audit truncate log max batch size 1, must be greater than max event size (102400)',
  },
  { typed: { auditing: { auditLogPath: '-', auditLogFormat: 'xml' } }, want: 'invalid audit log format xml' },
  {
    typed: { auditing: { auditLogPath: '-', auditLogMaxage: -1 } },
    want: "--audit-log-maxage -1 can't be a negative number",
  },
  { typed: { features: { featureGates: { X: 'true' } } }, want: '--feature-gates: unrecognized feature gate: X' },
  { typed: { tls: { tlsMinVersion: '1.2' } }, want: '--tls-min-version: unknown tls version "1.2"' },
  {
    typed: { tls: { tlsCipherSuites: ['X'] } },
    want: "--tls-cipher-suites: Cipher suite X not supported or doesn't exist",
  },
  { typed: { tls: { tlsSniCertKey: ['x'] } }, want: '--tls-sni-cert-key: expected comma separated' },
  { typed: { storage: { storageMediaType: 'text/x' } }, want: '--storage-media-type "text/x" invalid' },
  { typed: { storage: { etcdPrefix: 'registry/' } }, want: '--etcd-prefix: registry/ must begin with a slash' },
  { typed: { storage: { etcdServersOverrides: ['events'] } }, want: '--etcd-servers-overrides invalid' },
  { typed: { storage: { storageBackend: 'etcd2' } }, want: '--storage-backend invalid, allowed values: etcd3' },
  {
    typed: { storage: { leaseReuseDurationSeconds: 0 } },
    want: '--lease-reuse-duration-seconds must be a positive number',
  },
  { typed: { storage: { watchCache: false } }, want: '--watch-cache=false is not supported' },
  { typed: { storage: { watchCacheSizes: ['pods#0'] } }, want: '--watch-cache-sizes: pods#0 is no' },
  {
    typed: { storage: { encryptionProviderConfigAutomaticReload: true } },
    want: '--encryption-provider-config-automatic-reload must be set with --encryption-provider-config',
  },
])('$want', ({ typed, want }) => {
  const problems = problemsOf(typed);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(want);
});

test('help shows the groups of the reference, in its order', () => {
  const command = new Command('kube-apiserver');
  addFlags(command);
  const groups = [...command.helpInformation().matchAll(/^(\w[\w ]*) flags:$/gm)].map(([, name]) => name);
  expect(groups).toEqual([
    ...['Generic', 'Etcd', 'Secure serving', 'Auditing', 'Features', 'Authentication', 'Authorization'],
    ...['Api enablement', 'Admission', 'Metrics', 'Logs', 'Traces', 'Misc'],
  ]);
  expect(command.helpInformation()).toContain('WatchList (BETA - default=true)');
});
