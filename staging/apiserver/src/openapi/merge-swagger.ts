import { jsonEqual } from '../registry/json-equal.ts';
import type { Json } from './schemas.ts';

const gvkExtension = 'x-kubernetes-group-version-kind';
const refPrefix = '#/definitions/';

/**
 * Swagger 2 documents as one, the first document's first. A path that an earlier document has is left out; a definition
 * that differs from an earlier one of the same name gets another name (`_v2`, `_v3`, …); equal ones are shared, with
 * the kinds of both.
 *
 * @go k8s.io/kube-openapi/pkg/aggregator#MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters
 */
export function mergeSwagger(documents: readonly unknown[]): Json {
  const [first = {}, ...others] = documents as readonly Json[];
  const paths = { ...part(first, 'paths') };
  const definitions = { ...part(first, 'definitions') };
  for (const source of others) {
    const added = Object.entries(part(source, 'paths')).filter(([path]) => !Object.hasOwn(paths, path));
    if (added.length === 0) continue;
    const own = definitionsFor(added, source);
    const renames = renamesFor(own, definitions);
    for (const [path, item] of added) paths[path] = renameRefs(item, renames);
    for (const [name, definition] of Object.entries(own)) {
      const target = renames.get(name) ?? name;
      const renamed = renameRefs(definition, renames) as Json;
      const existing = definitions[target] as Json | undefined;
      definitions[target] = existing ? withKindsOf(existing, renamed) : renamed;
    }
  }
  return { ...first, paths, definitions };
}

function part(document: Json, name: string): Json {
  return (document[name] ?? {}) as Json;
}

const reachableOf = new WeakMap<object, Json>();

/** Those of a document with all its paths are found once. */
function definitionsFor(added: readonly (readonly [string, unknown])[], source: Json): Json {
  if (added.length < Object.keys(part(source, 'paths')).length) return reachable(added, part(source, 'definitions'));
  let found = reachableOf.get(source);
  if (found === undefined) {
    found = reachable(added, part(source, 'definitions'));
    reachableOf.set(source, found);
  }
  return found;
}

/** The definitions that the paths refer to, with all that those refer to. */
function reachable(paths: readonly (readonly [string, unknown])[], definitions: Json): Json {
  const found: Json = {};
  const visit = (name: string): void => {
    if (Object.hasOwn(found, name) || !Object.hasOwn(definitions, name)) return;
    found[name] = definitions[name];
    forEachRef(definitions[name], visit);
  };
  for (const [, item] of paths) forEachRef(item, visit);
  return found;
}

function forEachRef(value: unknown, visit: (name: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === '$ref' && typeof child === 'string' && child.startsWith(refPrefix)) {
      visit(child.slice(refPrefix.length));
    } else {
      forEachRef(child, visit);
    }
  }
}

/** Other names for definitions that mean something else in `taken`. */
function renamesFor(own: Json, taken: Json): Map<string, string> {
  const renames = new Map<string, string>();
  let names: Set<string> | undefined;
  for (const [name, definition] of Object.entries(own)) {
    if (!Object.hasOwn(taken, name) || sameButForKinds(taken[name], definition)) continue;
    const used = (names ??= new Set([...Object.keys(own), ...Object.keys(taken)]));
    const target = otherName(name, definition, taken, used);
    renames.set(name, target);
    used.add(target);
  }
  return renames;
}

/** The first of `name_v2`, `name_v3`, … that is free or means the same. */
function otherName(name: string, definition: unknown, taken: Json, used: ReadonlySet<string>): string {
  for (let index = 2; ; index++) {
    const candidate = `${name}_v${String(index)}`;
    if (Object.hasOwn(taken, candidate) && sameButForKinds(taken[candidate], definition)) return candidate;
    if (!used.has(candidate)) return candidate;
  }
}

const known = new WeakMap<object, WeakMap<object, boolean>>();

/** Documents share many definitions, which are compared once. */
function sameButForKinds(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  let answers = known.get(a as object);
  if (answers === undefined) known.set(a as object, (answers = new WeakMap()));
  let isSame = answers.get(b as object);
  if (isSame === undefined) answers.set(b as object, (isSame = compareButKinds(a, b)));
  return isSame;
}

function compareButKinds(a: unknown, b: unknown): boolean {
  return jsonEqual({ ...(a as Json), [gvkExtension]: undefined }, { ...(b as Json), [gvkExtension]: undefined });
}

function withKindsOf(existing: Json, other: Json): Json {
  if (existing === other) return existing;
  const kinds = kindsOf(existing);
  const added = kindsOf(other).filter((kind) => !kinds.some((known) => jsonEqual(known, kind)));
  return added.length === 0 ? existing : { ...existing, [gvkExtension]: [...kinds, ...added] };
}

function kindsOf(definition: Json): readonly unknown[] {
  return (definition[gvkExtension] ?? []) as readonly unknown[];
}

function renameRefs(value: unknown, renames: ReadonlyMap<string, string>): unknown {
  if (renames.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renameRefs(item, renames));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref' && typeof child === 'string' ? renameRef(child, renames) : renameRefs(child, renames),
    ]),
  );
}

function renameRef(ref: string, renames: ReadonlyMap<string, string>): string {
  const target = ref.startsWith(refPrefix) ? renames.get(ref.slice(refPrefix.length)) : undefined;
  return target === undefined ? ref : refPrefix + target;
}
