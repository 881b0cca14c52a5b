type Json = Readonly<Record<string, unknown>>;

/** One operation of a JSON patch. */
interface Operation {
  readonly op: 'add' | 'remove' | 'replace' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

/** A JSON merge patch (RFC 7386). */
export function fakeMergePatch(original: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return structuredClone(patch);
  const result: Record<string, unknown> = isMap(original) ? structuredClone(original) : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = fakeMergePatch(result[name], value);
  }
  return result;
}

/** A JSON patch (RFC 6902) of additions, removals, replacements and tests. */
export function fakeJsonPatch(original: unknown, operations: unknown): unknown {
  const result = structuredClone(original);
  for (const operation of operations as readonly Operation[]) apply(result, operation);
  return result;
}

function apply(root: unknown, { op, path, value }: Operation): void {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = parts.pop() ?? '';
  let target = root as Record<string, unknown>;
  for (const part of parts) target = target[part] as Record<string, unknown>;
  const list = Array.isArray(target) ? (target as unknown[]) : undefined;
  const index = last === '-' ? (list?.length ?? 0) : Number(last);
  if (op === 'test') {
    if (JSON.stringify(target[last]) !== JSON.stringify(value)) throw new Error(`the test of ${path} failed`);
  } else if (op === 'remove') {
    if (list === undefined) delete target[last];
    else list.splice(index, 1);
  } else if (list === undefined) target[last] = value;
  else list.splice(index, op === 'replace' ? 1 : 0, value);
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
