import {
  FlagGroup,
  boolFlag,
  durationFlag,
  floatFlag,
  intFlag,
  listFlag,
  stringFlag,
} from '@kubescript/component-base';

/** How much at once, for how long, and how the server stops. */
export interface GenericFlags {
  readonly corsAllowedOrigins: readonly string[];
  readonly externalHostname: string;
  readonly goawayChance: number;
  readonly livezGracePeriod: number;
  readonly maxRequestsInflight: number;
  readonly maxMutatingRequestsInflight: number;
  readonly minRequestTimeout: number;
  readonly requestTimeout: number;
  readonly shutdownDelayDuration: number;
  readonly shutdownSendRetryAfter: boolean;
  readonly shutdownWatchTerminationGracePeriod: number;
  readonly strictTransportSecurityDirectives: readonly string[];
}

const minute = 60_000;
const maxGoawayChance = 0.02;

/** @go k8s.io/apiserver/pkg/server/options#ServerRunOptions */
export function genericFlags(): FlagGroup<GenericFlags> {
  return new FlagGroup<GenericFlags>(
    'Generic',
    {
      corsAllowedOrigins: listFlag([], 'regular expressions of origins whose pages may use the API'),
      externalHostname: stringFlag('', 'host name by which the server is reached from outside'),
      goawayChance: floatFlag(
        0,
        'share of HTTP/2 requests after which the client is asked to connect anew, up to 0.02',
      ),
      livezGracePeriod: durationFlag(0, 'time that the server may take to start before /livez fails'),
      maxRequestsInflight: intFlag(400, 'reads that are worked on at once; 0 is no limit'),
      maxMutatingRequestsInflight: intFlag(200, 'writes that are worked on at once; 0 is no limit'),
      minRequestTimeout: intFlag(1800, 'seconds after which a watch ends at the earliest'),
      requestTimeout: durationFlag(minute, 'time for a request that is no watch or stream'),
      shutdownDelayDuration: durationFlag(0, 'time to serve on, not ready, before the server stops'),
      shutdownSendRetryAfter: boolFlag(false, 'answer 429 to late requests until those that run are over'),
      shutdownWatchTerminationGracePeriod: durationFlag(0, 'time to wait for watches when the server stops'),
      strictTransportSecurityDirectives: listFlag([], 'directives of the Strict-Transport-Security header'),
    },
    validateGeneric,
  );
}

/** @go k8s.io/apiserver/pkg/server/options#(*ServerRunOptions).Validate */
function validateGeneric(flags: GenericFlags): Error[] {
  const problems: string[] = [];
  if (flags.goawayChance < 0 || flags.goawayChance > maxGoawayChance) {
    problems.push('--goaway-chance can not be less than 0 or greater than 0.02');
  }
  const negative = [
    ['--livez-grace-period', flags.livezGracePeriod],
    ['--max-requests-inflight', flags.maxRequestsInflight],
    ['--max-mutating-requests-inflight', flags.maxMutatingRequestsInflight],
    ['--request-timeout', flags.requestTimeout],
    ['--min-request-timeout', flags.minRequestTimeout],
    ['--shutdown-delay-duration', flags.shutdownDelayDuration],
    ['--shutdown-watch-termination-grace-period', flags.shutdownWatchTerminationGracePeriod],
  ] as const;
  for (const [flag, value] of negative) if (value < 0) problems.push(`${flag} can not be negative value`);
  for (const origin of flags.corsAllowedOrigins) problems.push(...corsProblem(origin));
  problems.push(...hstsProblems(flags.strictTransportSecurityDirectives));
  return problems.map((text) => new Error(text));
}

function corsProblem(origin: string): string[] {
  try {
    new RegExp(origin);
  } catch (error) {
    return [`--cors-allowed-origins has an invalid regular expression: ${(error as Error).message}`];
  }
  // A pattern that is not pinned at both ends lets in origins that only contain what was meant.
  const pinned = (/^\^|^\/\//.test(origin) || origin.includes('://')) && /[$:]$|\$\)?$/.test(origin);
  return pinned
    ? []
    : [
        `--cors-allowed-origins does not have a valid pattern "${origin}": it must be pinned with ^ or // at its start and $ or : at its end`,
      ];
}

/** @go k8s.io/apiserver/pkg/server/options#validateHSTSDirectives */
function hstsProblems(directives: readonly string[]): string[] {
  return directives.flatMap((directive) => {
    if (directive.trim() === 'includeSubDomains' || directive.trim() === 'preload') return [];
    const [name = '', age = ''] = directive.split('=');
    if (name.trim() !== 'max-age') {
      return [
        '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information',
      ];
    }
    return /^\d+$/.test(age.trim()) ? [] : [`--strict-transport-security-directives max-age is invalid: ${age}`];
  });
}
