import { type FieldError, formatFieldError, type KubeObject } from '@kubescript/apimachinery';

import { validationFor } from '../validation/find.ts';

/** Objects are written down in part only; validation meets them decoded. */
export type Sketch = Readonly<Record<string, unknown>>;

/** Puts `patch` over `base`, member by member; lists are replaced, null removes. */
export function merged(base: Sketch, patch: Sketch): Sketch {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key];
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = isSketch(value) && isSketch(before) ? merged(before, value) : value;
  }
  return result;
}

function isSketch(value: unknown): value is Sketch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a kind's validation says of a new object, as messages show it. */
export function createErrors(group: string, kind: string, object: Sketch): string[] {
  return texts(rulesOf(group, kind).validate(object as unknown as KubeObject));
}

/** What a kind's validation says of an update. */
export function updateErrors(group: string, kind: string, [object, old]: readonly [Sketch, Sketch]): string[] {
  const rules = rulesOf(group, kind);
  return texts(rules.validateUpdate(object as unknown as KubeObject, old as unknown as KubeObject));
}

/** What a kind's validation says of a new status. */
export function statusErrors(group: string, kind: string, [object, old]: readonly [Sketch, Sketch]): string[] {
  const { validateStatusUpdate } = rulesOf(group, kind);
  if (validateStatusUpdate === undefined) throw new Error(`${kind} has no status`);
  return texts(validateStatusUpdate(object as unknown as KubeObject, old as unknown as KubeObject));
}

/** Messages, each once, as the reference puts them together. */
export function texts(errors: readonly FieldError[]): string[] {
  return [...new Set(errors.map(formatFieldError))];
}

function rulesOf(group: string, kind: string): NonNullable<ReturnType<typeof validationFor>> {
  const rules = validationFor({ group, kind });
  if (rules === undefined) throw new Error(`no rules for ${kind}.${group}`);
  return rules;
}
