import { CriCode, CriError } from '@kubescript/cri-api';

/** A method that a runtime inside of the kubelet does not have; gRPC code UNIMPLEMENTED. */
export function unimplemented(method: string): () => Promise<never> {
  return () => Promise.reject(new CriError(CriCode.unimplemented, `this runtime has no ${method}`));
}

/** The error for a sandbox, container or image that is not there. */
export function criNotFound(what: string, id: string): CriError {
  return new CriError(CriCode.notFound, `${what} "${id}" not found`);
}
