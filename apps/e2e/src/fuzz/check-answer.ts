import type { FuzzRequest } from './fuzz-request.ts';

/** An answer as far as a check looks at it. */
export interface FuzzAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** The same as it came. */
  readonly raw?: Buffer;
}

/**
 * The answers of 500 and above that the server gives on purpose: a resourceVersion of the future, something that the
 * request names cannot be reached, what is not implemented at all, and, where the reference answers 500 to bad input, an
 * applied object that does not fit its type, a resourceVersion of a GET that is no number or of a new object, a bad target of a binding, and
 * a strategic merge patch without merge key or with an unknown directive.
 */
const deliberate: readonly { readonly status: number; readonly message: RegExp }[] = [
  { status: 504, message: /Too large resource version/ },
  { status: 503, message: /no endpoints available|error trying to reach service|is not available|node .* not found/ },
  { status: 500, message: /error trying to reach service|no preferred addresses found|address not allowed|dial tcp/ },
  { status: 500, message: /failed to create typed (patch|live) object|failed to convert .* to proper version/ },
  { status: 500, message: /resourceVersion: Invalid value: / },
  { status: 500, message: /target\.(kind|name|apiVersion): / },
  { status: 500, message: /does not contain declared merge key|unknown patch type: |list element types/ },
  { status: 500, message: /resourceVersion should not be set on objects to be created/ },
  { status: 501, message: /./ },
];

/** Those that webhooks, policies and APIServices that lead nowhere cause for everybody. */
const ofWildTimes: typeof deliberate = [
  { status: 500, message: /failed calling webhook|failed to call webhook|calling webhook .* failed|policy.* denied/ },
  { status: 503, message: /error trying to reach service|service unavailable|no endpoints/ },
  { status: 504, message: /./ },
];

/** What is wrong with an answer; undefined if nothing is. `wild`: what every answer depends on is being fuzzed too. */
export function problemOf(request: FuzzRequest, answer: FuzzAnswer, wild = false): string | undefined {
  const { status, contentType, body } = answer;
  // The answer to a HEAD does not say what it is.
  if (request.method === 'HEAD') return undefined;
  const known = wild ? [...deliberate, ...ofWildTimes] : deliberate;
  if (status >= 500 && !isOneOf(known, answer)) return `answered with ${status}: ${body.slice(0, 400)}`;
  if (!/^\/apis?\//.test(request.path)) return undefined;
  if (!contentType.startsWith('application/json') || body === '') return undefined;
  return problemOfJson(status, body);
}

function isOneOf(known: typeof deliberate, { status, body }: FuzzAnswer): boolean {
  return known.some((entry) => entry.status === status && entry.message.test(body));
}

function problemOfJson(status: number, body: string): string | undefined {
  let parsed: { kind?: unknown; code?: unknown; status?: unknown } | null;
  try {
    parsed = JSON.parse(body) as typeof parsed;
  } catch {
    return `the answer is no JSON: ${body.slice(0, 200)}`;
  }
  if (typeof parsed?.kind !== 'string') return `the answer is no object: ${body.slice(0, 200)}`;
  if (status < 400) return undefined;
  const isStatus = parsed.kind === 'Status' && parsed.code === status && parsed.status === 'Failure';
  return isStatus ? undefined : `${status} came without its Status: ${body.slice(0, 200)}`;
}
