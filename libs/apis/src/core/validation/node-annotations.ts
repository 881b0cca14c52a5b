import type { Taint } from '@kubescript/api/core/v1';
import { type FieldError, type FieldPath, invalid, required } from '@kubescript/apimachinery';

import { validateTaints } from './scheduling.ts';

const TAINTS = 'scheduler.alpha.kubernetes.io/taints';
const AVOID_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

/** Annotations that hold JSON. @go core/validation#ValidateNodeSpecificAnnotations */
export function validateNodeAnnotations(annotations: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const taints = annotations[TAINTS] ?? '';
  const avoid = annotations[AVOID_PODS] ?? '';
  return [
    ...(taints === ''
      ? []
      : checkJson(taints, (value) => validateTaints(value as Taint[], path.child(TAINTS)), [path, TAINTS])),
    ...(avoid === ''
      ? []
      : checkJson(avoid, (value) => validateAvoidPods(value as AvoidPods, path), [
          path.child('AvoidPods'),
          AVOID_PODS,
        ])),
  ];
}

function checkJson(
  text: string,
  check: (value: unknown) => FieldError[],
  [path, name]: readonly [FieldPath, string],
): FieldError[] {
  try {
    return check(JSON.parse(text));
  } catch (err) {
    return [invalid(path, name, err instanceof Error ? err.message : String(err))];
  }
}

interface AvoidPods {
  readonly preferAvoidPods?: readonly {
    readonly podSignature?: { readonly podController?: { readonly controller?: boolean } };
  }[];
}

/** @go core/validation#validatePreferAvoidPodsEntry */
function validateAvoidPods({ preferAvoidPods = [] }: AvoidPods, path: FieldPath): FieldError[] {
  return preferAvoidPods.flatMap(({ podSignature }, index) => {
    const place = path.child(AVOID_PODS).index(index).child('PodSignature');
    const owner = podSignature?.podController;
    if (owner === undefined) return [required(place)];
    return owner.controller === true
      ? []
      : [invalid(place.child('PodController', 'Controller'), false, 'must point to a controller')];
  });
}
