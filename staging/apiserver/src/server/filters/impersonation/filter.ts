import { type Clock, realClock } from '@kubescript/apimachinery';

import type { UserInfo } from '../../../authentication/authenticator.ts';
import type { Authorizer, AuthorizerAttributes } from '../../../authorization/authorizer.ts';
import type { Filter } from '../../http.ts';
import { attributesOf } from '../authorization.ts';
import { allImpersonationModes, type ImpersonationMode } from './modes.ts';
import { RecentImpersonations } from './recent.ts';
import { takeWantedUser, type WantedUser } from './wanted-user.ts';

const MAX_REMEMBERED = 10_000;

/**
 * Acts as somebody else for a user who may impersonate every part of that identity: for certain requests only
 * (constrained impersonation, where that is on), or for all.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters/impersonation#WithConstrainedImpersonation
 */
export const withImpersonation = (authorizer: Authorizer, clock: Clock = realClock, isConstrained = true): Filter => {
  const all = allImpersonationModes(authorizer);
  const modes = new ImpersonationModes(isConstrained ? all : all.filter(({ name }) => name === ''), clock);
  return (next) =>
    async function answerAsImpersonated(request) {
      const wanted = takeWantedUser(request);
      if (wanted === undefined || request.user === undefined) return next(request);
      request.user = await modes.impersonatedUser(wanted, attributesOf(request));
      request.audit?.logImpersonatedUser(request.user);
      return next(request);
    };
};

/**
 * Tries the modes one after the other, that by which a user last succeeded first.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters/impersonation#impersonationModesTracker
 */
class ImpersonationModes {
  private readonly modes: readonly ImpersonationMode[];
  private readonly recent: RecentImpersonations;
  private readonly lastMode = new Map<string, ImpersonationMode>();

  constructor(modes: readonly ImpersonationMode[], clock: Clock) {
    this.modes = modes;
    this.recent = new RecentImpersonations(clock);
  }

  /** Throws what the first mode that is for such users refused. */
  async impersonatedUser(wanted: WantedUser, attributes: AuthorizerAttributes): Promise<UserInfo> {
    let refusal: unknown;
    for (const mode of this.inOrderFor(attributes.user.name)) {
      try {
        const user = await this.tryMode(mode, wanted, attributes);
        if (user === undefined) continue;
        this.remember(attributes.user.name, mode);
        return user;
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  }

  private async tryMode(
    mode: ImpersonationMode,
    wanted: WantedUser,
    attributes: AuthorizerAttributes,
  ): Promise<UserInfo | undefined> {
    // What is not constrained was never remembered.
    if (mode.name === '') return mode.impersonate(wanted, attributes);
    const known = this.recent.get(mode.name, wanted, attributes);
    if (known !== undefined) return known;
    const user = await mode.impersonate(wanted, attributes);
    if (user !== undefined) this.recent.set(mode.name, wanted, attributes, user);
    return user;
  }

  private inOrderFor(requestor: string): readonly ImpersonationMode[] {
    const last = this.lastMode.get(requestor);
    return last === undefined ? this.modes : [last, ...this.modes.filter((mode) => mode !== last)];
  }

  private remember(requestor: string, mode: ImpersonationMode): void {
    this.lastMode.delete(requestor);
    const [oldest] = this.lastMode.keys();
    if (this.lastMode.size >= MAX_REMEMBERED && oldest !== undefined) this.lastMode.delete(oldest);
    this.lastMode.set(requestor, mode);
  }
}
