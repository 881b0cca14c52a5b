import type { Secret } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf, parseTime } from '@kubescript/apimachinery';

const TYPE = 'bootstrap.kubernetes.io/token';

/** A bootstrap token that may be used to sign. */
export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
}

const read = (secret: DeepReadonly<Secret>, name: string): string =>
  Buffer.from(secret.data?.[name] ?? '', 'base64').toString();

/** When the token of a Secret expires; undefined: never. A time that cannot be read is one that has passed. */
export function expiryOf(secret: DeepReadonly<Secret>): number | undefined {
  const text = read(secret, 'expiration');
  if (text === '') return undefined;
  return Number.isNaN(Date.parse(text)) ? -Infinity : parseTime(text);
}

/** True for Secrets that hold bootstrap tokens. */
export function isBootstrapSecret(secret: DeepReadonly<Secret>): boolean {
  return secret.type === TYPE;
}

/**
 * The token of a Secret, if it may be used to sign now.
 *
 * @go k8s.io/kubernetes/pkg/controller/bootstrap#validateSecretForSigning
 */
export function signingTokenOf(secret: DeepReadonly<Secret>, now: number): BootstrapToken | undefined {
  if (!isBootstrapSecret(secret)) return undefined;
  const id = read(secret, 'token-id');
  const value = read(secret, 'token-secret');
  if (!/^[a-z0-9]{6}$/.test(id) || nameOf(secret) !== `bootstrap-token-${id}` || value === '') return undefined;
  const expiry = expiryOf(secret);
  if (expiry !== undefined && expiry <= now) return undefined;
  return read(secret, 'usage-bootstrap-signing') === 'true' ? { id, secret: value } : undefined;
}
