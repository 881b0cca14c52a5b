import type { TypeSchemas } from '../schema/type-schema.ts';
import { isEmptyObject } from './fields-of-whole.ts';
import { type Shape, type Structure, asList, asObject, structureOf } from './shape.ts';

/**
 * The live state with a configuration laid over it: what the configuration states wins, elements of lists are found
 * by their keys and come in its order. Changes neither.
 *
 * @go sigs.k8s.io/structured-merge-diff/typed#(TypedValue).Merge
 */
export function mergeConfig(live: unknown, config: unknown, shape: Shape, schemas: TypeSchemas): unknown {
  if (config === undefined) return live;
  if (live === undefined) return config;
  const structure = structureOf(shape, schemas, asObject(live) ? config : live);
  if (structure.kind === 'scalar') return config;
  if (structure.kind === 'list') {
    const [left, right] = [asList(live) ?? [], asList(config) ?? []];
    if (structure.atomic || (left.length === 0 && right.length === 0)) return config;
    return mergeLists(left, right, structure, schemas);
  }
  const [left, right] = [asObject(live) ?? {}, asObject(config) ?? {}];
  if (structure.atomic || (isEmptyObject(left) && isEmptyObject(right))) return config;
  const merged: Record<string, unknown> = { ...left };
  for (const name in right) {
    const value = right[name];
    const member = structure.member(name);
    merged[name] = member ? mergeConfig(left[name], value, member, schemas) : value;
  }
  return merged;
}

/** Elements that both have in the order of the configuration, others of the live list where they were. */
function mergeLists(
  live: readonly unknown[],
  config: readonly unknown[],
  list: Extract<Structure, { kind: 'list' }>,
  schemas: TypeSchemas,
): unknown[] {
  const left = live.map((item) => list.elementOf(item));
  const right = config.map((item) => list.elementOf(item));
  const known = new Map<string, unknown>();
  left.forEach((element, index) => {
    // Of elements that are there twice none can be told to be the one.
    known.set(element, known.has(element) ? undefined : live[index]);
  });
  const stated = new Set(right);
  const shared = right.filter((element) => known.has(element));
  const merged = new Set<string>();
  const out: unknown[] = [];
  let [l, r, s] = [0, 0, 0];
  const takeConfig = (): void => {
    const element = right[r] ?? '';
    merged.add(element);
    out.push(mergeConfig(known.get(element), config[r], list.items, schemas));
    if (shared[s] === element) s++;
    r++;
  };
  while (l < left.length || r < right.length) {
    const element = left[l];
    if (element !== undefined && r < right.length) {
      if (element === right[r]) {
        takeConfig();
        l++;
        continue;
      }
      if (stated.has(element) && s < shared.length && shared[s] !== element) {
        l++;
        continue;
      }
    }
    if (element !== undefined) {
      if (!stated.has(element)) {
        out.push(live[l]);
        l++;
        continue;
      }
      if (merged.has(element)) l++;
    }
    if (r < right.length) takeConfig();
  }
  return out;
}
