import type { EphemeralContainer } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  notFoundField,
} from '@kubescript/apimachinery';

import { type PodFacts, validateContainerCommon, validateImageOfPod } from './containers.ts';

const FORBIDDEN = 'cannot be set for an Ephemeral Container';

/** In the order of the type's fields. */
const FORBIDDEN_FIELDS = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

/** Containers that were added for debugging. @go core/validation#validateEphemeralContainers */
export function validateEphemeralContainers(facts: PodFacts, path: FieldPath): FieldError[] {
  const { ephemeralContainers = [], containers, initContainers = [] } = facts.spec;
  const others = new Set([...containers, ...initContainers].map(({ name }) => name));
  const seen = new Set(others);
  return ephemeralContainers.flatMap((container, index) => {
    const place = path.index(index);
    const target = container.targetContainerName ?? '';
    const errors = [
      ...validateContainerCommon(container, facts, place),
      ...validateImageOfPod(container, place),
      ...(seen.has(container.name) ? [duplicate(place.child('name'), container.name)] : []),
      ...(target === '' || others.has(target) ? [] : [notFoundField(place.child('targetContainerName'), target)]),
      ...validateFields(container, place),
    ];
    seen.add(container.name);
    return errors;
  });
}

function validateFields(container: DeepReadonly<EphemeralContainer>, path: FieldPath): FieldError[] {
  const errors = FORBIDDEN_FIELDS.filter((field) => isSet(container[field])).map((field) =>
    forbidden(path.child(field), FORBIDDEN),
  );
  container.volumeMounts?.forEach(({ subPath = '', subPathExpr = '' }, index) => {
    const place = path.child('volumeMounts').index(index);
    if (subPath !== '') errors.push(forbidden(place.child('subPath'), FORBIDDEN));
    if (subPathExpr !== '') errors.push(forbidden(place.child('subPathExpr'), FORBIDDEN));
  });
  return errors;
}

function isSet(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null || Object.keys(value).length > 0);
}
