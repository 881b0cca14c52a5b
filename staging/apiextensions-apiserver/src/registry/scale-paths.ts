import { isObject } from '../schema/structural.ts';

/** The members on the way of a simple JSON path: `.spec.replicas`. */
export function membersOfPath(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}

/** The value at a simple JSON path; undefined if there is none. */
export function valueAt(object: unknown, path: string): unknown {
  return membersOfPath(path).reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    object,
  );
}

/** Sets the value at a simple JSON path in place, making the objects on the way. */
export function setValueAt(object: Record<string, unknown>, path: string, value: unknown): void {
  const names = membersOfPath(path);
  const last = names.pop() ?? '';
  let at = object;
  for (const name of names) {
    const next = at[name];
    if (isObject(next)) at = next;
    else {
      const made: Record<string, unknown> = {};
      at[name] = made;
      at = made;
    }
  }
  at[last] = value;
}
