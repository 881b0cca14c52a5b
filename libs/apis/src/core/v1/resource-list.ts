import { parseQuantity, type Quantity } from '@kubescript/apimachinery';

/** Amounts by resource name, as a decoded object has them. */
export type ResourceList = Record<string, Quantity>;

/**
 * Amounts finer than a thousandth are rounded up, away from zero: no resource list keeps them.
 *
 * @go core/v1#SetDefaults_ResourceList
 */
export function defaultResourceList(list: ResourceList | undefined): void {
  for (const name in list) {
    const text = list[name] ?? '';
    if (isFinerThanMilli(text)) list[name] = parseQuantity(text).roundUpToMilli().toString();
  }
}

/** Whether a quantity in canonical form may have to be rounded. */
function isFinerThanMilli(text: string): boolean {
  return text.endsWith('n') || text.endsWith('u') || text.includes('e-');
}

/** What a container, a pod or a claim asks for and may use at most. */
export function defaultRequirements(resources: { limits?: ResourceList; requests?: ResourceList } | undefined): void {
  defaultResourceList(resources?.limits);
  defaultResourceList(resources?.requests);
}
