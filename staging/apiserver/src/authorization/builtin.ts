import type { Authorizer, AuthorizerDecision } from './authorizer.ts';

const NO_OPINION: AuthorizerDecision = { decision: 'noOpinion', reason: '' };
const EVERYTHING = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
};

/** Lets everybody do everything (`--authorization-mode=AlwaysAllow`). */
export const alwaysAllow: Authorizer = {
  authorize: () => Promise.resolve({ decision: 'allow', reason: '' }),
  rulesFor: () => Promise.resolve(EVERYTHING),
};

/** Lets nobody do anything (`--authorization-mode=AlwaysDeny`). */
export const alwaysDeny: Authorizer = {
  authorize: () => Promise.resolve({ decision: 'noOpinion', reason: 'Everything is forbidden.' }),
  rulesFor: () => Promise.resolve({ resourceRules: [], nonResourceRules: [], incomplete: false }),
};

/**
 * Lets the members of a group do everything, whatever other authorizers think.
 *
 * @go k8s.io/apiserver/pkg/authorization/authorizerfactory#NewPrivilegedGroups
 */
export function privilegedGroup(group: string): Authorizer {
  return {
    authorize: ({ user }) =>
      Promise.resolve(user.groups.includes(group) ? { decision: 'allow', reason: '' } : NO_OPINION),
  };
}
