import { aggregateMessages, type DeepReadonly } from '@kubescript/apimachinery';
import type { PolicyRule } from '@kubescript/api/rbac/v1';
import type { UserInfo } from '@kubescript/apiserver';

import type { RbacAuthorizer } from './rbac-authorizer.ts';
import { compactRules, formatRule, rulesCovered } from './rule-cover.ts';

const MASTERS = 'system:masters';

/**
 * What keeps a user from granting `rules` in a namespace ('': everywhere) because the user does not hold them;
 * undefined if nothing does. To be asked unless the user may `escalate` (roles) or `bind` (bindings).
 *
 * @go k8s.io/kubernetes/pkg/registry/rbac/validation#ConfirmNoEscalation
 */
export function escalationProblem(
  authorizer: RbacAuthorizer,
  user: UserInfo,
  namespace: string,
  rules: readonly DeepReadonly<PolicyRule>[],
): string | undefined {
  if (user.groups.includes(MASTERS)) return undefined;
  const held = authorizer.policyRulesOf(user, namespace);
  const { covers, missing } = rulesCovered(held.rules, rules);
  if (covers) return undefined;
  const groups = `[${user.groups.map((group) => JSON.stringify(group)).join(' ')}]`;
  const lines = compactRules(missing).map(formatRule).sort();
  return `user ${JSON.stringify(user.name)} (groups=${groups}) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${resolutionErrors(held.missing)}`;
}

function resolutionErrors(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `; resolution errors: [${aggregateMessages(missing)}]`;
}
