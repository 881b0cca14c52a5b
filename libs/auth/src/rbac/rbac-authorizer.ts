import { aggregateMessages, type DeepReadonly } from '@kubescript/apimachinery';
import type { PolicyRule } from '@kubescript/api/rbac/v1';
import type { Authorizer, AuthorizerAttributes, AuthorizerDecision, UserInfo } from '@kubescript/apiserver';

import type { AnyBinding, PolicyCache } from './policy-cache.ts';
import { ruleAllows } from './rule-matching.ts';

/** Rules that a user holds, and through what. */
interface Grant {
  readonly rules: readonly DeepReadonly<PolicyRule>[];
  /** `ClusterRoleBinding "x" of ClusterRole "y" to Group "z"` */
  readonly source: string;
}

/**
 * Decides by the roles that are bound to a user and to the user's groups.
 *
 * @go k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac#RBACAuthorizer
 */
export class RbacAuthorizer implements Authorizer {
  private readonly policy: PolicyCache;
  private readonly synced: Promise<void>;

  /** Requests wait for `synced`, the first whole state of the policy. */
  constructor(policy: PolicyCache, synced: Promise<void> = Promise.resolve()) {
    this.policy = policy;
    this.synced = synced;
  }

  async authorize(attributes: AuthorizerAttributes): Promise<AuthorizerDecision> {
    await this.synced;
    const missing: string[] = [];
    for (const { rules, source } of this.grantsOf(attributes.user, attributes.namespace, missing)) {
      if (rules.some((rule) => ruleAllows(attributes, rule))) {
        return { decision: 'allow', reason: `RBAC: allowed by ${source}` };
      }
    }
    return { decision: 'noOpinion', reason: missing.length === 0 ? '' : `RBAC: ${aggregateMessages(missing)}` };
  }

  async rulesFor(user: UserInfo, namespace: string): ReturnType<NonNullable<Authorizer['rulesFor']>> {
    await this.synced;
    const missing: string[] = [];
    const rules = [...this.grantsOf(user, namespace, missing)].flatMap((grant) => grant.rules);
    return {
      resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(resourceRuleOf),
      nonResourceRules: rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs = [] }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      ...(missing.length === 0 ? {} : { error: aggregateMessages(missing) }),
    };
  }

  /**
   * All rules of a user in a namespace ('': those of the whole cluster only), and which roles could not be found.
   *
   * @go k8s.io/kubernetes/pkg/registry/rbac/validation#AuthorizationRuleResolver.RulesFor
   */
  policyRulesOf(
    user: UserInfo,
    namespace: string,
  ): { readonly rules: readonly DeepReadonly<PolicyRule>[]; readonly missing: readonly string[] } {
    const missing: string[] = [];
    const rules = [...this.grantsOf(user, namespace, missing)].flatMap((grant) => grant.rules);
    return { rules, missing };
  }

  /** The rules of the role that a binding in `namespace` refers to; undefined if there is no such role. */
  rulesOfRole(reference: AnyBinding['roleRef'], namespace: string): readonly DeepReadonly<PolicyRule>[] | undefined {
    const { kind, name } = reference;
    const role = kind === 'Role' ? this.policy.role(namespace, name) : this.policy.clusterRole(name);
    return role === undefined ? undefined : (role.rules ?? []);
  }

  /** Notes roles that are bound but not there in `missing`. */
  private *grantsOf(user: UserInfo, namespace: string, missing: string[]): Iterable<Grant> {
    const subjects = [`User ${user.name}`, ...user.groups.map((group) => `Group ${group}`)];
    for (const scope of namespace === '' ? [''] : ['', namespace]) {
      for (const subject of subjects) {
        for (const binding of this.policy.bindingsOf(subject, scope)) {
          const rules = this.rulesOf(binding, missing);
          if (rules !== undefined) yield { rules, source: describeGrant(binding, subject) };
        }
      }
    }
  }

  private rulesOf(binding: AnyBinding, missing: string[]): readonly DeepReadonly<PolicyRule>[] | undefined {
    const { kind, name } = binding.roleRef;
    const rules = this.rulesOfRole(binding.roleRef, binding.metadata.namespace ?? '');
    if (rules !== undefined) return rules;
    missing.push(
      `${kind === 'Role' ? 'role' : 'clusterrole'}.rbac.authorization.k8s.io ${JSON.stringify(name)} not found`,
    );
    return undefined;
  }
}

function describeGrant(binding: AnyBinding, subject: string): string {
  const { name = '', namespace = '' } = binding.metadata;
  const { kind, name: roleName } = binding.roleRef;
  const bindingText = namespace === '' ? `ClusterRoleBinding "${name}"` : `RoleBinding "${name}/${namespace}"`;
  return `${bindingText} of ${kind} "${roleName}" to ${describeSubject(binding, subject)}`;
}

function describeSubject(binding: AnyBinding, subject: string): string {
  const [kind = '', ...rest] = subject.split(' ');
  const name = rest.join(' ');
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  const [, namespace = '', accountName = ''] = account ?? [];
  const isAccount = (binding.subjects ?? []).some(
    (candidate) =>
      candidate.kind === 'ServiceAccount' &&
      candidate.name === accountName &&
      (candidate.namespace ?? binding.metadata.namespace) === namespace,
  );
  return isAccount ? `ServiceAccount "${accountName}/${namespace}"` : `${kind} "${name}"`;
}

function resourceRuleOf(rule: DeepReadonly<PolicyRule>): {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
} {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  return { verbs, apiGroups, resources, resourceNames };
}
