import type { DeepReadonly } from '@kubescript/apimachinery';
import type { MatchCondition } from '@kubescript/api/admissionregistration/v1';

import type { Authorizer } from '../../../authorization/authorizer.ts';
import type { AdmissionMetrics, MatchConditionLabels } from '../../metrics.ts';
import type { VersionedAttributes } from '../../versioned-attributes.ts';

/** What the evaluation of conditions needs. */
export interface MatchConditionDeps {
  readonly authorizer: Authorizer;
  readonly metrics?: AdmissionMetrics | undefined;
}

/** Whose conditions they are. */
export interface MatchConditionOwner extends Omit<MatchConditionLabels, 'operation'> {
  readonly failurePolicy: 'Fail' | 'Ignore';
}

/**
 * The conditions of a webhook or policy, compiled when first needed.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions#Matcher
 */
export interface MatchConditions {
  readonly isEmpty: boolean;
  /** Whether all hold; an Error if that cannot be told and the owner fails closed. */
  match(versioned: VersionedAttributes, deps: MatchConditionDeps): Promise<boolean | Error>;
}

/** The conditions of an owner. */
export function newMatchConditions(
  conditions: readonly DeepReadonly<MatchCondition>[],
  owner: MatchConditionOwner,
): MatchConditions {
  return {
    isEmpty: conditions.length === 0,
    match: () => Promise.resolve(new Error(`${owner.name}: match conditions are not evaluated`)),
  };
}
