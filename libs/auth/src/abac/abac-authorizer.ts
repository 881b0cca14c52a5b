import type { Authorizer, AuthorizerAttributes, AuthorizerDecision, UserInfo } from '@kubescript/apiserver';

import type { AbacPolicy } from './abac-policy.ts';

const READ_VERBS = ['get', 'list', 'watch'];

/**
 * Allows what a line of a policy file allows.
 *
 * @go k8s.io/kubernetes/pkg/auth/authorizer/abac#PolicyList
 */
export class AbacAuthorizer implements Authorizer {
  private readonly policies: readonly AbacPolicy[];

  constructor(policies: readonly AbacPolicy[]) {
    this.policies = policies;
  }

  authorize(attributes: AuthorizerAttributes): Promise<AuthorizerDecision> {
    const isAllowed = this.policies.some((policy) => matches(policy, attributes));
    return Promise.resolve(
      isAllowed ? { decision: 'allow', reason: '' } : { decision: 'noOpinion', reason: 'No policy matched.' },
    );
  }

  rulesFor(user: UserInfo, namespace: string): ReturnType<NonNullable<Authorizer['rulesFor']>> {
    const held = this.policies.filter(
      (policy) => matchesSubject(policy, user) && (policy.namespace === '*' || policy.namespace === namespace),
    );
    return Promise.resolve({
      resourceRules: held
        .filter(({ resource }) => resource !== '')
        .map((policy) => ({
          verbs: verbsOf(policy),
          apiGroups: [policy.apiGroup],
          resources: [policy.resource],
          resourceNames: [],
        })),
      nonResourceRules: held
        .filter(({ nonResourcePath }) => nonResourcePath !== '')
        .map((policy) => ({ verbs: verbsOf(policy), nonResourceURLs: [policy.nonResourcePath] })),
      incomplete: false,
    });
  }
}

function verbsOf({ readonly }: AbacPolicy): readonly string[] {
  return readonly ? READ_VERBS : ['*'];
}

function matches(policy: AbacPolicy, attributes: AuthorizerAttributes): boolean {
  if (!matchesSubject(policy, attributes.user)) return false;
  if (policy.readonly && !READ_VERBS.includes(attributes.verb)) return false;
  return attributes.isResourceRequest ? matchesResource(policy, attributes) : matchesPath(policy, attributes.path);
}

/** A user and a group must both fit where both are named; a line that names neither is for nobody. */
function matchesSubject({ user, group }: AbacPolicy, subject: UserInfo): boolean {
  if (user === '' && group === '') return false;
  const isUser = user === '' || user === '*' || user === subject.name;
  return isUser && (group === '' || group === '*' || subject.groups.includes(group));
}

function matchesResource(policy: AbacPolicy, { namespace, resource, apiGroup }: AuthorizerAttributes): boolean {
  const fits = (allowed: string, value: string): boolean => allowed === '*' || allowed === value;
  return fits(policy.namespace, namespace) && fits(policy.resource, resource) && fits(policy.apiGroup, apiGroup);
}

function matchesPath({ nonResourcePath }: AbacPolicy, path: string): boolean {
  if (nonResourcePath === '*' || nonResourcePath === path) return true;
  return nonResourcePath.endsWith('*') && path.startsWith(nonResourcePath.replace(/\*+$/, ''));
}
