import { createHash } from 'node:crypto';

import type { Clock } from '@kubescript/apimachinery';

import type { UserInfo } from '../../../authentication/authenticator.ts';
import type { AuthorizerAttributes } from '../../../authorization/authorizer.ts';
import type { WantedUser } from './wanted-user.ts';

const TTL_MS = 10_000;
const MAX_ENTRIES = 10_000;

/**
 * Remembers for a few seconds which requestor became whom for which request. The key covers everything that the
 * authorizer was asked with.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters/impersonation#impersonationCache
 */
export class RecentImpersonations {
  private readonly clock: Clock;
  private readonly entries = new Map<string, { readonly user: UserInfo; readonly expires: number }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get(mode: string, wanted: WantedUser, attributes: AuthorizerAttributes): UserInfo | undefined {
    const entry = this.entries.get(keyOf(mode, wanted, attributes));
    return entry !== undefined && entry.expires > this.clock.now() ? entry.user : undefined;
  }

  set(mode: string, wanted: WantedUser, attributes: AuthorizerAttributes, user: UserInfo): void {
    const [oldest] = this.entries.keys();
    if (this.entries.size >= MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(keyOf(mode, wanted, attributes), { user, expires: this.clock.now() + TTL_MS });
  }
}

function keyOf(mode: string, wanted: WantedUser, attributes: AuthorizerAttributes): string {
  const parts = JSON.stringify([mode, partsOf(wanted), partsOf(attributes.user), { ...attributes, user: undefined }]);
  return createHash('sha256').update(parts).digest('base64');
}

function partsOf({ name, uid = '', groups, extra = {} }: UserInfo): readonly unknown[] {
  return [name, uid, groups, Object.entries(extra).sort(([a], [b]) => (a < b ? -1 : 1))];
}
