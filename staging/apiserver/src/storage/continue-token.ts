import { newBadRequest } from '@kubescript/apimachinery';

/** Where the next page of a list starts. */
export interface ContinuePosition {
  /** The revision of the first page; -1: whatever is current (after a 410). */
  readonly revision: number;
  readonly startKey: string;
}

/**
 * The opaque token for `startKey`, which is under `prefix`.
 *
 * @go k8s.io/apiserver/pkg/storage#EncodeContinue
 */
export function encodeContinue(startKey: string, prefix: string, revision: number): string {
  const token = { v: 'meta.k8s.io/v1', rv: revision, start: startKey.slice(prefix.length) };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/**
 * Reads a token of `encodeContinue`; throws 400 if it is not one. A key that would leave the prefix is refused.
 *
 * @go k8s.io/apiserver/pkg/storage#DecodeContinue
 */
export function decodeContinue(token: string, prefix: string): ContinuePosition {
  const { v, rv, start } = parseToken(token);
  if (v !== 'meta.k8s.io/v1') {
    throw invalidToken(
      `continue key is not valid: server does not recognize this encoded version ${JSON.stringify(v)}`,
    );
  }
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv === 0) {
    throw invalidToken('continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  if (typeof start !== 'string' || start === '') {
    throw invalidToken('continue key is not valid: encoded start key empty (version meta.k8s.io/v1)');
  }
  if (`/${start}`.split('/').includes('..')) throw invalidToken(`continue key is not valid: ${start}`);
  return { revision: rv, startKey: prefix + start };
}

function parseToken(token: string): { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown } {
  try {
    if (!/^[A-Za-z0-9_-]*$/.test(token)) throw new Error('illegal base64 data');
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (typeof value === 'object' && value !== null) return value;
    throw new Error('not an object');
  } catch (err) {
    throw invalidToken(`continue key is not valid: ${(err as Error).message}`);
  }
}

function invalidToken(message: string): Error {
  return newBadRequest(`invalid continue token: ${message}`);
}
