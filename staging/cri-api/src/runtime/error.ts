/** The gRPC codes that CRI runtimes answer with. */
export const CriCode = {
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  failedPrecondition: 9,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const;

/** What a runtime reported: a gRPC code and its text. */
export class CriError extends Error {
  readonly code: number;

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CriError';
    this.code = code;
  }
}

/** Whether the runtime does not know the sandbox, container or image. */
export function isCriNotFound(err: unknown): boolean {
  return err instanceof CriError && err.code === CriCode.notFound;
}

/** Whether the runtime does not offer the method. */
export function isCriUnimplemented(err: unknown): boolean {
  return err instanceof CriError && err.code === CriCode.unimplemented;
}
