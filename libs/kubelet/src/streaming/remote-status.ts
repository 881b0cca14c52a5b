import type { ExitStatus } from '../runtime/container-runtime.ts';

/** How the end of a process is told to clients (`v4.channel.k8s.io` and later): a Status object. */
export function formatExit({ exitCode, error }: ExitStatus): string {
  if (error !== '') {
    return JSON.stringify({ metadata: {}, status: 'Failure', message: error, reason: 'InternalError', code: 500 });
  }
  if (exitCode === 0) return JSON.stringify({ metadata: {}, status: 'Success' });
  return JSON.stringify({
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${String(exitCode)}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  });
}

/** Reads what a streaming server says of the end of a process. */
export function parseExit(text: string): ExitStatus {
  if (text === '') return { exitCode: 0, error: '' };
  try {
    const status = JSON.parse(text) as {
      readonly status?: string;
      readonly reason?: string;
      readonly message?: string;
      readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
    };
    if (status.status === 'Success') return { exitCode: 0, error: '' };
    const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
    if (status.reason === 'NonZeroExitCode' && code !== undefined) return { exitCode: Number(code), error: '' };
    return { exitCode: 1, error: status.message ?? text };
  } catch {
    return { exitCode: 1, error: text };
  }
}
