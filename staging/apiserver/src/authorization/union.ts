import { aggregateMessages } from '@kubescript/apimachinery';

import type { UserInfo } from '../authentication/authenticator.ts';
import type {
  Authorizer,
  AuthorizerAttributes,
  AuthorizerDecision,
  NonResourceRule,
  ResourceRule,
} from './authorizer.ts';

/**
 * Asks one authorizer after the other; the first with an opinion decides. The reasons of those without one are kept, for
 * the answer if nobody has one.
 *
 * @go k8s.io/apiserver/pkg/authorization/union#unionAuthzHandler
 */
export class AuthorizerUnion implements Authorizer {
  private readonly authorizers: readonly Authorizer[];

  constructor(authorizers: readonly Authorizer[]) {
    this.authorizers = authorizers;
  }

  async authorize(attributes: AuthorizerAttributes): Promise<AuthorizerDecision> {
    const reasons: string[] = [];
    const errors: string[] = [];
    for (const authorizer of this.authorizers) {
      const decision = await authorizer.authorize(attributes);
      if (decision.decision !== 'noOpinion') return decision;
      if (decision.reason !== '') reasons.push(decision.reason);
      if (decision.error !== undefined && decision.error !== '') errors.push(decision.error);
    }
    const reason = reasons.join('\n');
    return { decision: 'noOpinion', reason, ...(errors.length === 0 ? {} : { error: aggregateMessages(errors) }) };
  }

  async rulesFor(user: UserInfo, namespace: string): ReturnType<NonNullable<Authorizer['rulesFor']>> {
    const resourceRules: ResourceRule[] = [];
    const nonResourceRules: NonResourceRule[] = [];
    const errors: string[] = [];
    let incomplete = false;
    for (const authorizer of this.authorizers) {
      const rules = await authorizer.rulesFor?.(user, namespace);
      if (rules === undefined) continue;
      resourceRules.push(...rules.resourceRules);
      nonResourceRules.push(...rules.nonResourceRules);
      incomplete ||= rules.incomplete;
      if (rules.error !== undefined && rules.error !== '') errors.push(rules.error);
    }
    const error = errors.length === 0 ? {} : { error: aggregateMessages(errors) };
    return { resourceRules, nonResourceRules, incomplete, ...error };
  }
}
