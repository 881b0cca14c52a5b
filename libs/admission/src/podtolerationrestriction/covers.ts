import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Toleration } from '@kubescript/api/core/v1';

/**
 * Whether the first toleration tolerates all that the second does.
 *
 * @go k8s.io/kubernetes/pkg/util/tolerations#isSuperset
 */
export function tolerationCovers(wide: DeepReadonly<Toleration>, narrow: DeepReadonly<Toleration>): boolean {
  const [key, operator] = [wide.key ?? '', wide.operator ?? 'Equal'];
  const narrowOperator = narrow.operator ?? 'Equal';
  if (key === '' && operator === 'Exists' && (wide.effect ?? '') === '' && wide.tolerationSeconds === undefined)
    return true;
  if (key !== '' && key !== (narrow.key ?? '')) return false;
  if ((wide.effect ?? '') !== '' && wide.effect !== narrow.effect) return false;
  if (wide.effect === 'NoExecute' && wide.tolerationSeconds !== undefined) {
    if (narrow.tolerationSeconds === undefined || wide.tolerationSeconds < narrow.tolerationSeconds) return false;
  }
  if (operator === 'Exists') return true;
  return narrowOperator === 'Equal' && (wide.value ?? '') === (narrow.value ?? '');
}
