import { CriCode, CriError } from '@kubescript/cri-api';

/** Calls Docker and turns its errors into those of CRI. */
export async function callDocker<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (err) {
    throw criErrorOf(err);
  }
}

/** As `callDocker`, but what is not there, or is in that state already, is fine. */
export async function callDockerIdempotent(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (err) {
    const status = statusOf(err);
    if (status !== 404 && status !== 304) throw criErrorOf(err);
  }
}

/** HTTP status of Docker's answer, or 0. */
export function statusOf(err: unknown): number {
  return (err as { readonly statusCode?: number }).statusCode ?? 0;
}

function criErrorOf(err: unknown): CriError {
  const text = (err as { readonly json?: { readonly message?: string } }).json?.message ?? (err as Error).message;
  const status = statusOf(err);
  const code =
    status === 404
      ? CriCode.notFound
      : status === 0
        ? CriCode.unavailable
        : status === 409
          ? CriCode.failedPrecondition
          : CriCode.unknown;
  return new CriError(code, text, { cause: err });
}
