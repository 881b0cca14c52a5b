import type { DeepReadonly } from '@kubescript/apimachinery';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionVersion,
} from '@kubescript/api/apiextensions/v1';

/** Deletes the objects of a CustomResourceDefinition before it goes. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** Aspects of the state of a CustomResourceDefinition. */
export type CrdConditionType =
  'NamesAccepted' | 'Established' | 'Terminating' | 'NonStructuralSchema' | 'KubernetesAPIApprovalPolicyConformant';

/** A condition without what follows from its change. */
export type CrdCondition = Omit<CustomResourceDefinitionCondition, 'type' | 'lastTransitionTime'> & {
  readonly type: CrdConditionType;
};

/** The condition of that type, if the definition has it. */
export function findCondition(
  crd: DeepReadonly<CustomResourceDefinition>,
  type: CrdConditionType,
): DeepReadonly<CustomResourceDefinitionCondition> | undefined {
  return crd.status.conditions?.find((condition) => condition.type === type);
}

/** Whether the definition has the condition, and it holds. @go apiextensions-apiserver/pkg/apihelpers#IsCRDConditionTrue */
export function isConditionTrue(crd: DeepReadonly<CustomResourceDefinition>, type: CrdConditionType): boolean {
  return findCondition(crd, type)?.status === 'True';
}

/**
 * Sets a condition in place; the time of its transition is that of the last change of its status.
 *
 * @go apiextensions-apiserver/pkg/apihelpers#SetCRDCondition
 */
export function setCondition(crd: CustomResourceDefinition, condition: CrdCondition, now: string): void {
  const conditions = (crd.status.conditions ??= []);
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const old = conditions[index];
  if (old === undefined) {
    conditions.push({ ...condition, lastTransitionTime: now });
    return;
  }
  const lastTransitionTime = old.status === condition.status ? (old.lastTransitionTime ?? now) : now;
  conditions[index] = { ...old, ...condition, lastTransitionTime };
}

/** Removes a condition in place. */
export function removeCondition(crd: CustomResourceDefinition, type: CrdConditionType): void {
  if (crd.status.conditions === undefined) return;
  crd.status.conditions = crd.status.conditions.filter((condition) => condition.type !== type);
}

/** Whether two conditions say the same; when they began to does not matter. */
export function sameCondition(
  a: DeepReadonly<CustomResourceDefinitionCondition> | undefined,
  b: CrdCondition,
): boolean {
  return a?.status === b.status && a.reason === b.reason && a.message === b.message;
}

/** The version in which objects are stored; undefined only for what was never validated. */
export function storageVersionOf(crd: DeepReadonly<CustomResourceDefinition>): string | undefined {
  return crd.spec.versions.find(({ storage }) => storage)?.name;
}

/** The version of that name. */
export function versionOf(
  crd: DeepReadonly<CustomResourceDefinition>,
  name: string,
): DeepReadonly<CustomResourceDefinitionVersion> | undefined {
  return crd.spec.versions.find((version) => version.name === name);
}

/** `widgets.example.com` */
export function nameOfDefinition(plural: string, group: string): string {
  return `${plural}.${group}`;
}
