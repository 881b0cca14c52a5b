import { findStatusError, ParseError, type Status, type StatusCause } from '@kubescript/apimachinery';

/** An end with an exit code; the message, if any, is printed as it is. */
export class ExitError extends Error {
  readonly code: number;

  constructor(code: number, message = '') {
    super(message);
    this.name = 'ExitError';
    this.code = code;
  }
}

/** What kubectl prints for an error, and the code it exits with. */
export interface Explanation {
  readonly message: string;
  readonly code: number;
}

/**
 * @go k8s.io/kubectl/pkg/cmd/util#CheckErr
 */
export function explainError(err: unknown): Explanation {
  if (err instanceof SuppressedError) return explainError(err.suppressed);
  if (err instanceof ExitError) return { message: err.message, code: err.code };
  if (err instanceof AggregateError && err.errors.length > 0) {
    return { message: err.errors.map((inner) => explainError(inner).message).join('\n'), code: 1 };
  }
  const status = findStatusError(err)?.status;
  if (status !== undefined) return { message: explainStatus(status), code: 1 };
  return { message: explainPlain(err), code: 1 };
}

function explainStatus(status: Status): string {
  if (status.reason === 'Invalid') return explainInvalid(status);
  if (status.reason === 'Unauthorized') {
    return `error: You must be logged in to the server (${status.message ?? 'Unauthorized'})`;
  }
  const reason = status.reason === undefined || status.reason === '' ? '' : ` (${status.reason})`;
  return `Error from server${reason}: ${status.message ?? ''}`;
}

function explainInvalid(status: Status): string {
  const { details } = status;
  if (details === undefined)
    return `The request is invalid${(status.message ?? '') === '' ? '' : `: ${status.message ?? ''}`}`;
  const { kind = '', name = '', causes = [] } = details;
  let title = 'The request is invalid';
  if (kind !== '' || name !== '') title = `The ${kind} "${name}" is invalid`;
  else if ((status.message ?? '') !== '' && causes.length === 0) title += `: ${status.message ?? ''}`;
  if (causes.length === 0) return title;
  const problems = [...new Set(causes.map(formatCause))];
  return problems.length === 1
    ? `${title}: ${problems[0] ?? ''}`
    : `${title}: \n${problems.map((p) => `* ${p}`).join('\n')}`;
}

function formatCause(cause: StatusCause): string {
  return (cause.field ?? '') === '' ? (cause.message ?? '') : `${cause.field ?? ''}: ${cause.message ?? ''}`;
}

function explainPlain(err: unknown): string {
  if (!(err instanceof Error)) return `error: ${String(err)}`;
  const network = findNetworkError(err);
  if (network !== undefined) return network;
  if (err instanceof ParseError) return `error: ${err.message}`;
  return /^(error: |The connection|You must specify)/.test(err.message) ? err.message : `error: ${err.message}`;
}

interface SystemError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

function findNetworkError(err: Error): string | undefined {
  for (const candidate of causesOf(err)) {
    const { code, address = '', port } = candidate as SystemError;
    if (code === 'ECONNREFUSED') {
      const place = address.includes(':') ? `[${address}]` : address;
      return `The connection to the server ${place}:${String(port)} was refused - did you specify the right host or port?`;
    }
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      return `Unable to connect to the server: dial tcp: lookup ${(candidate as SystemError).hostname ?? ''}: no such host`;
    }
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
      return 'Unable to connect to the server: dial tcp: i/o timeout';
    }
    if (code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
      return `Unable to connect to the server: tls: failed to verify certificate: ${candidate.message}`;
    }
    if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET')
      return `Unable to connect to the server: ${candidate.message}`;
  }
  return undefined;
}

function* causesOf(err: Error): Generator<Error> {
  for (let cause: unknown = err, depth = 0; cause instanceof Error && depth < 16; cause = cause.cause, depth++) {
    yield cause;
    if (cause instanceof AggregateError) for (const inner of cause.errors) if (inner instanceof Error) yield inner;
  }
}
