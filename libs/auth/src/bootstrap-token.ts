import { timingSafeEqual } from 'node:crypto';

import { type Clock, type DeepReadonly, type KubeObject, parseTime, realClock } from '@kubescript/apimachinery';
import type { Secret } from '@kubescript/api/core/v1';
import type { AuthenticationResult, TokenAuthenticator } from '@kubescript/apiserver';

import type { ObjectLookup } from './service-account/object-lookup.ts';

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const SECRET_TYPE = 'bootstrap.kubernetes.io/token';
const GROUP = 'system:bootstrappers';
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

/**
 * Knows new nodes by bootstrap tokens (`ID.SECRET`), which are Secrets `bootstrap-token-ID` in kube-system.
 *
 * @go k8s.io/kubernetes/plugin/pkg/auth/authenticator/token/bootstrap#TokenAuthenticator
 */
export class BootstrapTokenAuthenticator implements TokenAuthenticator {
  private readonly lookup: Pick<ObjectLookup, 'secret'>;
  private readonly clock: Clock;

  constructor(lookup: Pick<ObjectLookup, 'secret'>, clock: Clock = realClock) {
    this.lookup = lookup;
    this.clock = clock;
  }

  async authenticateToken(token: string): Promise<AuthenticationResult | undefined> {
    const [, id, secret] = TOKEN.exec(token) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    const object = await this.lookup.secret('kube-system', `bootstrap-token-${id}`);
    const data = object === undefined ? undefined : this.usableData(object);
    if (data?.('token-id') !== id || !isEqual(data('token-secret'), secret)) return undefined;
    const extra = data('auth-extra-groups');
    const groups = extra === '' ? [] : extra.split(',');
    if (groups.some((group) => !EXTRA_GROUP.test(group))) return undefined;
    return { user: { name: `system:bootstrap:${id}`, groups: [GROUP, ...groups] } };
  }

  /** Reads the members of a Secret that may be used now to authenticate; undefined if it may not. */
  private usableData(object: DeepReadonly<KubeObject>): ((name: string) => string) | undefined {
    const secret = object as DeepReadonly<Secret>;
    if (secret.type !== SECRET_TYPE || secret.metadata.deletionTimestamp !== undefined) return undefined;
    const data = (name: string): string => Buffer.from(secret.data?.[name] ?? '', 'base64').toString();
    const expiration = data('expiration');
    if (expiration !== '' && !(Date.parse(expiration) > 0 && parseTime(expiration) > this.clock.now()))
      return undefined;
    return data('usage-bootstrap-authentication') === 'true' ? data : undefined;
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
