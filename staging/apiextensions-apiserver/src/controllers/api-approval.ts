import { type DeepReadonly, formatTime } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { type ApiApproval, apiApprovalOf, isProtectedGroup } from '../apis/api-approval.ts';
import { type CrdCondition, findCondition, sameCondition, setCondition } from '../apis/helpers.ts';
import type { ControllerDeps, DefinitionSync } from './controller.ts';

/**
 * Says of definitions in groups of the Kubernetes community whether they were approved.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/apiapproval#KubernetesAPIApprovalPolicyConformantConditionController
 */
export class ApiApprovalSync implements DefinitionSync {
  readonly name = 'kubernetes-api-approval-policy-conformant-condition-controller';
  readonly #deps: Pick<ControllerDeps, 'client' | 'clock'>;

  constructor(deps: Pick<ControllerDeps, 'client' | 'clock'>) {
    this.#deps = deps;
  }

  async sync(crd: DeepReadonly<CustomResourceDefinition>): Promise<void> {
    const condition = approvalCondition(crd);
    if (!condition || sameCondition(findCondition(crd, condition.type), condition)) return;
    const next = structuredClone(crd) as CustomResourceDefinition;
    setCondition(next, condition, formatTime(this.#deps.clock.now()));
    await this.#deps.client.updateStatus(next);
  }
}

const reasons: Readonly<Record<ApiApproval['state'], string>> = {
  Missing: 'MissingAnnotation',
  Invalid: 'InvalidAnnotation',
  Approved: 'ApprovedAnnotation',
  Bypassed: 'UnapprovedAnnotation',
};

/** The condition that follows from the annotation; undefined for groups that need none. */
export function approvalCondition(crd: DeepReadonly<CustomResourceDefinition>): CrdCondition | undefined {
  if (!isProtectedGroup(crd.spec.group)) return undefined;
  const { state, reason } = apiApprovalOf(crd.metadata.annotations);
  return {
    type: 'KubernetesAPIApprovalPolicyConformant',
    status: state === 'Approved' ? 'True' : 'False',
    reason: reasons[state],
    message: reason,
  };
}
