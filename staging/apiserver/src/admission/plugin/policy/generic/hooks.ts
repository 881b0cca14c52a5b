import { type DeepReadonly, type GroupVersionKind, type ObjectMeta, parseGroupVersion } from '@kubescript/apimachinery';
import type { MatchResources, ParamKind, ParamRef } from '@kubescript/api/admissionregistration/v1';

import { type ResourceMatcher, newResourceMatcher } from './matching.ts';

/** What policies of both sorts have in common. */
export interface PolicyObject {
  readonly metadata: DeepReadonly<ObjectMeta>;
  readonly spec: {
    readonly paramKind?: DeepReadonly<ParamKind>;
    readonly matchConstraints?: DeepReadonly<MatchResources>;
    readonly failurePolicy?: string;
  };
}

/** What bindings of both sorts have in common. */
export interface BindingObject {
  readonly metadata: DeepReadonly<ObjectMeta>;
  readonly spec: {
    readonly policyName?: string;
    readonly paramRef?: DeepReadonly<ParamRef>;
    readonly matchResources?: DeepReadonly<MatchResources>;
  };
}

/** A binding with its matcher. */
export interface BoundPolicy<B> {
  readonly binding: B;
  readonly matcher: ResourceMatcher;
}

/**
 * A policy that is bound, with what is made of it once.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/generic#PolicyHook
 */
export interface PolicyHook<P, B, E> {
  readonly policy: P;
  readonly matcher: ResourceMatcher;
  readonly paramKind: GroupVersionKind | undefined;
  readonly bindings: readonly BoundPolicy<B>[];
  /** Compiled when first needed. */
  readonly evaluator: () => E;
}

/**
 * Makes the hooks of what is configured: policies by name, with their bindings by name. What was compiled for a policy
 * is kept as long as the policy stays as it is.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/generic#(*policySource).calculatePolicyData
 */
export function newHookMaker<P extends PolicyObject, B extends BindingObject, E>(
  compile: (policy: P) => E,
): (policies: readonly P[], bindings: readonly B[]) => readonly PolicyHook<P, B, E>[] {
  const compiled = new WeakMap<P, E>();
  const evaluatorOf = (policy: P): E => {
    const known = compiled.get(policy);
    if (known !== undefined) return known;
    const made = compile(policy);
    compiled.set(policy, made);
    return made;
  };
  return (policies, bindings) => {
    const byPolicy = Map.groupBy([...bindings].sort(byName), ({ spec }) => spec.policyName ?? '');
    return [...policies].sort(byName).flatMap((policy) => {
      const own = byPolicy.get(policy.metadata.name ?? '');
      if (!own) return [];
      const { paramKind, matchConstraints } = policy.spec;
      return [
        {
          policy,
          matcher: newResourceMatcher(matchConstraints),
          paramKind: paramKind && kindOf(paramKind),
          bindings: own.map((binding) => ({ binding, matcher: newResourceMatcher(binding.spec.matchResources) })),
          evaluator: () => evaluatorOf(policy),
        },
      ];
    });
  };
}

function byName(a: PolicyObject | BindingObject, b: PolicyObject | BindingObject): number {
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

function kindOf({ apiVersion = '', kind = '' }: DeepReadonly<ParamKind>): GroupVersionKind {
  return { ...parseGroupVersion(apiVersion), kind };
}
