import { FlagGroup, boolFlag, durationFlag, floatFlag, intFlag, stringFlag } from '@kubescript/component-base';

/** How one audit backend gets its events. */
export interface AuditBackendFlags {
  readonly mode: string;
  readonly batchBufferSize: number;
  readonly batchMaxSize: number;
  readonly batchMaxWait: number;
  readonly batchThrottleEnable: boolean;
  readonly batchThrottleQps: number;
  readonly batchThrottleBurst: number;
  readonly truncateEnabled: boolean;
  readonly truncateMaxBatchSize: number;
  readonly truncateMaxEventSize: number;
  readonly version: string;
}

type Prefixed<P extends string, T> = { readonly [K in keyof T & string as `${P}${Capitalize<K>}`]: T[K] };

/** What is recorded of requests, and where. */
export interface AuditingFlags
  extends Prefixed<'auditLog', AuditBackendFlags>, Prefixed<'auditWebhook', AuditBackendFlags> {
  readonly auditPolicyFile: string;
  readonly auditLogPath: string;
  readonly auditLogFormat: string;
  readonly auditLogMaxage: number;
  readonly auditLogMaxbackup: number;
  readonly auditLogMaxsize: number;
  readonly auditLogCompress: boolean;
  readonly auditWebhookConfigFile: string;
  readonly auditWebhookInitialBackoff: number;
}

const modes = ['batch', 'blocking', 'blocking-strict'];
const formats = ['json', 'legacy'];
const versions = ['audit.k8s.io/v1'];
const second = 1000;

/** `--audit-*` @go k8s.io/apiserver/pkg/server/options#AuditOptions */
export function auditingFlags(): FlagGroup<AuditingFlags> {
  return new FlagGroup<AuditingFlags>(
    'Auditing',
    {
      auditPolicyFile: stringFlag('', 'file with the policy that says what is recorded'),
      auditLogPath: stringFlag('', 'file that events are written to; - is the standard output'),
      auditLogFormat: stringFlag('json', `format of the log: ${formats.join(', ')}`),
      auditLogMaxage: intFlag(0, 'days for which old log files are kept; 0 is for ever'),
      auditLogMaxbackup: intFlag(0, 'how many old log files are kept; 0 is all'),
      auditLogMaxsize: intFlag(0, 'megabytes after which a log file is put aside; 0 is 100'),
      auditLogCompress: boolFlag(false, 'compress log files that were put aside'),
      auditLogMode: stringFlag('blocking', modeHelp),
      auditLogBatchBufferSize: intFlag(10_000, 'events that may wait in batch mode'),
      auditLogBatchMaxSize: intFlag(1, 'largest batch'),
      auditLogBatchMaxWait: durationFlag(0, 'time after which a batch is handed on though it is not full'),
      auditLogBatchThrottleEnable: boolFlag(false, 'limit the rate of batches'),
      auditLogBatchThrottleQps: floatFlag(0, 'batches a second'),
      auditLogBatchThrottleBurst: intFlag(0, 'batches at once, if few were sent before'),
      auditLogTruncateEnabled: boolFlag(false, 'shorten events and split batches that are too large'),
      auditLogTruncateMaxBatchSize: intFlag(10_485_760, 'bytes of the largest batch'),
      auditLogTruncateMaxEventSize: intFlag(102_400, 'bytes of the largest event'),
      auditLogVersion: stringFlag('audit.k8s.io/v1', 'API version of the events in the log'),
      auditWebhookConfigFile: stringFlag('', 'kubeconfig file that says where events are sent'),
      auditWebhookInitialBackoff: durationFlag(10 * second, 'wait before a failed request is tried again'),
      auditWebhookMode: stringFlag('batch', modeHelp),
      auditWebhookBatchBufferSize: intFlag(10_000, 'events that may wait in batch mode'),
      auditWebhookBatchMaxSize: intFlag(400, 'largest batch'),
      auditWebhookBatchMaxWait: durationFlag(30 * second, 'time after which a batch is sent though it is not full'),
      auditWebhookBatchThrottleEnable: boolFlag(true, 'limit the rate of batches'),
      auditWebhookBatchThrottleQps: floatFlag(10, 'batches a second'),
      auditWebhookBatchThrottleBurst: intFlag(15, 'batches at once, if few were sent before'),
      auditWebhookTruncateEnabled: boolFlag(false, 'shorten events and split batches that are too large'),
      auditWebhookTruncateMaxBatchSize: intFlag(10_485_760, 'bytes of the largest batch'),
      auditWebhookTruncateMaxEventSize: intFlag(102_400, 'bytes of the largest event'),
      auditWebhookVersion: stringFlag('audit.k8s.io/v1', 'API version of the events that are sent'),
    },
    validateAuditing,
  );
}

const modeHelp = `how events are handed on: ${modes.join(', ')}`;

/** The flags of one backend under the names that both have. */
export function backendFlags(flags: AuditingFlags, backend: 'auditLog' | 'auditWebhook'): AuditBackendFlags {
  const own = Object.entries(flags).filter(([name]) => name.startsWith(backend));
  return Object.fromEntries(
    own.map(([name, value]) => [
      name.charAt(backend.length).toLowerCase() + name.slice(backend.length + 1),
      value as unknown,
    ]),
  ) as unknown as AuditBackendFlags;
}

function validateAuditing(flags: AuditingFlags): Error[] {
  const problems = [
    ...(flags.auditLogPath === '' ? [] : validateBackend('log', backendFlags(flags, 'auditLog'))),
    ...(flags.auditWebhookConfigFile === '' ? [] : validateBackend('webhook', backendFlags(flags, 'auditWebhook'))),
  ];
  if (flags.auditLogPath === '') return problems.map((text) => new Error(text));
  if (!formats.includes(flags.auditLogFormat)) {
    problems.push(`invalid audit log format ${flags.auditLogFormat}, allowed formats are "${formats.join(',')}"`);
  }
  for (const name of ['auditLogMaxage', 'auditLogMaxbackup', 'auditLogMaxsize'] as const) {
    if (flags[name] < 0) {
      const flag = name.replace('auditLog', '--audit-log-').toLowerCase();
      problems.push(`${flag} ${String(flags[name])} can't be a negative number`);
    }
  }
  return problems.map((text) => new Error(text));
}

/** @go k8s.io/apiserver/pkg/server/options#validateBackendBatchOptions */
function validateBackend(name: string, flags: AuditBackendFlags): string[] {
  const problems: string[] = [];
  const isPositive = (value: number, what: string): void => {
    if (!(value > 0)) problems.push(`invalid audit ${what} ${String(value)}, must be a positive number`);
  };
  if (!modes.includes(flags.mode)) {
    return [`invalid audit ${name} mode ${flags.mode}, allowed modes are "${modes.join(',')}"`];
  }
  if (flags.mode === 'batch') {
    isPositive(flags.batchBufferSize, `batch ${name} buffer size`);
    isPositive(flags.batchMaxSize, `batch ${name} max batch size`);
    if (flags.batchThrottleEnable) {
      isPositive(flags.batchThrottleQps, `batch ${name} throttle QPS`);
      isPositive(flags.batchThrottleBurst, `batch ${name} throttle burst`);
    }
  }
  if (flags.truncateEnabled) {
    isPositive(flags.truncateMaxEventSize, `truncate ${name} max event size`);
    if (flags.truncateMaxBatchSize < flags.truncateMaxEventSize) {
      problems.push(
        `invalid audit truncate ${name} max batch size ${String(flags.truncateMaxBatchSize)}, must be greater than max event size (${String(flags.truncateMaxEventSize)})`,
      );
    }
  }
  if (!versions.includes(flags.version))
    problems.push(`invalid group version, allowed versions are ["audit.k8s.io/v1"]`);
  return problems;
}
