import { readFileSync } from 'node:fs';

import { realClock } from '@kubescript/apimachinery';
import {
  type Audit,
  type AuditBackend,
  type AuditLogFormat,
  AuditLogBackend,
  AuditUnion,
  AuditWebhookBackend,
  BatchAuditBackend,
  IgnoreErrorsBackend,
  RotatingFile,
  TruncateAuditBackend,
  newAuditMetrics,
  newPolicyEvaluator,
  parseAuditPolicy,
} from '@kubescript/apiserver';
import { HttpTransport, clientConfig, loadKubeconfig } from '@kubescript/client';
import { type Logger, type MetricsRegistry, userAgent } from '@kubescript/component-base';

import { type AuditBackendFlags, type AuditingFlags, backendFlags } from './flags/auditing.ts';

/** What backends report to. */
interface AuditDeps {
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

/**
 * The audit log as the flags ask for it; undefined without a policy or without a place to write to. The caller disposes
 * its backend after the last request.
 *
 * @go k8s.io/apiserver/pkg/server/options#(*AuditOptions).ApplyTo
 */
export async function openAudit(flags: AuditingFlags, deps: AuditDeps): Promise<Audit | undefined> {
  if (flags.auditPolicyFile === '') return undefined;
  const evaluate = loadPolicy(flags.auditPolicyFile, deps.logger);
  const backends = [
    ...(flags.auditLogPath === '' ? [] : [logBackend(flags, deps)]),
    ...(flags.auditWebhookConfigFile === '' ? [] : [await webhookBackend(flags, deps)]),
  ];
  if (backends.length === 0) return undefined;
  return { evaluate, backend: new AuditUnion(backends), clock: realClock };
}

function loadPolicy(path: string, logger: Logger): Audit['evaluate'] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`loading audit policy file: failed to read file path "${path}": ${(error as Error).message}`, {
      cause: error,
    });
  }
  try {
    const { policy, warnings } = parseAuditPolicy(text);
    if (warnings.length > 0) {
      logger.warn('Audit policy contains errors, falling back to lenient decoding', { err: warnings.join(', ') });
    }
    return newPolicyEvaluator(policy);
  } catch (error) {
    throw new Error(`loading audit policy file: ${(error as Error).message}: from file ${path}`, { cause: error });
  }
}

function logBackend(flags: AuditingFlags, deps: AuditDeps): AuditBackend {
  const onError = (error: unknown): void => {
    report('log', 1, error, deps);
  };
  const writer =
    flags.auditLogPath === '-'
      ? standardOutput
      : new RotatingFile({
          path: flags.auditLogPath,
          maxSize: flags.auditLogMaxsize,
          maxAge: flags.auditLogMaxage,
          maxBackups: flags.auditLogMaxbackup,
          compress: flags.auditLogCompress,
          clock: realClock,
          onError,
        });
  const backend = new AuditLogBackend(writer, flags.auditLogFormat as AuditLogFormat, onError);
  return wrapped(backend, backendFlags(flags, 'auditLog'), 'log', deps);
}

const standardOutput = {
  write(text: string): void {
    process.stdout.write(text);
  },
  [Symbol.dispose](): void {
    // It is not ours to close.
  },
};

async function webhookBackend(flags: AuditingFlags, deps: AuditDeps): Promise<AuditBackend> {
  const path = flags.auditWebhookConfigFile;
  try {
    const config = await clientConfig(await loadKubeconfig(path));
    const backend = new AuditWebhookBackend({
      transport: new HttpTransport({ ...config, userAgent: userAgent('kube-apiserver') }),
      path: new URL(config.server).pathname === '/' ? '/' : '',
      initialBackoffMs: flags.auditWebhookInitialBackoff,
      clock: realClock,
      onLost: (error, events) => {
        report('webhook', events, error, deps);
      },
    });
    return wrapped(backend, backendFlags(flags, 'auditWebhook'), 'webhook', deps);
  } catch (error) {
    throw new Error(`initializing audit webhook: ${(error as Error).message}`, { cause: error });
  }
}

/** The backend in its mode, behind truncation. */
function wrapped(backend: AuditBackend, flags: AuditBackendFlags, plugin: string, deps: AuditDeps): AuditBackend {
  const inMode = withMode(backend, flags, plugin, deps);
  if (!flags.truncateEnabled) return inMode;
  const sizes = { maxEventSize: flags.truncateMaxEventSize, maxBatchSize: flags.truncateMaxBatchSize };
  return new TruncateAuditBackend(inMode, sizes, (events) => {
    report('truncate', events, new Error('event is too large even after truncating'), deps);
  });
}

function withMode(backend: AuditBackend, flags: AuditBackendFlags, plugin: string, deps: AuditDeps): AuditBackend {
  if (flags.mode === 'blocking-strict') return backend;
  if (flags.mode === 'blocking') return new IgnoreErrorsBackend(backend);
  return new BatchAuditBackend(
    backend,
    {
      bufferSize: flags.batchBufferSize,
      maxBatchSize: flags.batchMaxSize,
      maxBatchWait: flags.batchMaxWait,
      ...(flags.batchThrottleEnable
        ? { throttle: { qps: flags.batchThrottleQps, burst: flags.batchThrottleBurst } }
        : {}),
    },
    {
      clock: realClock,
      onDropped: (events) => {
        report('buffered', events, new Error(`audit buffer of ${plugin} is full`), deps);
      },
    },
  );
}

function report(plugin: string, events: number, error: unknown, { logger, metrics }: AuditDeps): void {
  newAuditMetrics(metrics).onError(plugin, events);
  logger.error('audit events were lost', { plugin, events, error: error instanceof Error ? error.message : error });
}
