import { isJsonObject, jsonEqual, type JsonObject } from '../json/json-value.ts';
import { PatchError, PatchTestError } from './patch-error.ts';
import { deepCopy } from '../json/deep-copy.ts';

/** One operation of a JSON patch (RFC 6902), as it comes from a client: not checked yet. */
export type JsonPatchOperation = Readonly<Record<string, unknown>>;

/**
 * Applies a JSON patch to a copy of the document. Throws PatchError at the first operation that fails. As in the
 * reference, a negative index counts from the end of a list, and testing an absent member for null succeeds.
 *
 * @go gopkg.in/evanphx/json-patch.v4#(Patch).Apply
 */
export function applyJsonPatch(document: unknown, operations: readonly JsonPatchOperation[]): unknown {
  const holder: JsonObject = { root: deepCopy(document) };
  const copied: CopiedSize = { total: 0 };
  for (const operation of operations) applyOperation(holder, operation, copied);
  return holder['root'];
}

/** How much the copies of one patch may add to a document: a few that copy each other would fill any memory. */
const maxCopiedSize = 3 * 1024 * 1024;

/** What the copies of a patch have added so far, in characters of JSON. */
interface CopiedSize {
  total: number;
}

function applyOperation(holder: JsonObject, operation: JsonPatchOperation, copied: CopiedSize): void {
  const path = pointerOf(operation, 'path');
  switch (operation['op']) {
    case 'add':
      add(holder, path, structuredClone(valueOf(operation)));
      return;
    case 'remove':
      remove(holder, path, 'remove');
      return;
    case 'replace':
      replace(holder, path, structuredClone(valueOf(operation)));
      return;
    case 'move':
      move(holder, pointerOf(operation, 'from'), path);
      return;
    case 'copy':
      copy(holder, pointerOf(operation, 'from'), { to: path, copied });
      return;
    case 'test':
      test(holder, path, operation['value'] ?? null);
      return;
    default:
      throw new PatchError(`Unexpected kind: ${typeof operation['op'] === 'string' ? operation['op'] : 'unknown'}`);
  }
}

/** The tokens of a pointer, below the member that holds the document. */
function pointerOf(operation: JsonPatchOperation, member: 'path' | 'from'): string[] {
  const pointer = operation[member];
  if (typeof pointer !== 'string') throw new PatchError(`operation missing ${member} field`);
  if (pointer !== '' && !pointer.startsWith('/')) throw new PatchError(`invalid pointer: ${pointer}`);
  const tokens = pointer.split('/').slice(1);
  if (tokens.includes('__proto__')) throw new PatchError(`invalid pointer: ${pointer}`);
  return ['root', ...tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))];
}

/** An operation without a value means null, as in the reference. */
function valueOf(operation: JsonPatchOperation): unknown {
  return operation['value'] ?? null;
}

function textOf(path: readonly string[]): string {
  return path
    .slice(1)
    .map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

type Container = JsonObject | unknown[];

/**
 * The object or list that holds the last token of a pointer; undefined if the way there does not exist. Nothing holds
 * the whole document: it can be tested and replaced, but not added, removed, copied or moved.
 */
function containerOf(holder: JsonObject, path: readonly string[]): Container | undefined {
  return path.length > 1 ? holderOf(holder, path) : undefined;
}

function holderOf(holder: JsonObject, path: readonly string[]): Container | undefined {
  let parent: unknown = holder;
  for (const token of path.slice(0, -1)) parent = memberOf(parent, token);
  return Array.isArray(parent) || isJsonObject(parent) ? (parent as Container) : undefined;
}

function memberOf(parent: unknown, token: string): unknown {
  if (Array.isArray(parent)) return parent[indexIn(parent, token, parent.length - 1)];
  return isJsonObject(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined;
}

function indexIn(list: readonly unknown[], token: string, max: number): number {
  if (!/^-?\d+$/.test(token)) throw new PatchError(`strconv.Atoi: parsing ${JSON.stringify(token)}: invalid syntax`);
  const index = Number(token) < 0 ? Number(token) + list.length : Number(token);
  if (index >= 0 && index <= max) return index;
  throw new PatchError(`Unable to access invalid index: ${token}: invalid index referenced`);
}

/** Runs one step; what goes wrong in it is told with the operation and its path. */
function within<T>(what: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof PatchError) throw new PatchError(`error in ${what}: ${error.message}`);
    throw error;
  }
}

function add(holder: JsonObject, path: readonly string[], value: unknown): void {
  const parent = containerOf(holder, path);
  if (!parent)
    throw new PatchError(`add operation does not apply: doc is missing path: "${textOf(path)}": missing value`);
  within(`add for path: '${textOf(path)}'`, () => {
    insert(parent, path.at(-1) ?? '', value);
  });
}

function insert(parent: Container, token: string, value: unknown): void {
  if (!Array.isArray(parent)) parent[token] = value;
  else if (token === '-') parent.push(value);
  else parent.splice(addIndex(parent, token), 0, value);
}

function addIndex(list: readonly unknown[], token: string): number {
  const index = Number(token) < 0 ? Number(token) + list.length + 1 : Number(token);
  return indexIn(list, Number.isNaN(index) ? token : String(index), list.length);
}

function remove(holder: JsonObject, path: readonly string[], operation: 'remove' | 'move'): void {
  const parent = containerOf(holder, path);
  if (!parent) {
    throw new PatchError(`remove operation does not apply: doc is missing path: "${textOf(path)}": missing value`);
  }
  within(`${operation} for path: '${textOf(path)}'`, () => {
    const token = path.at(-1) ?? '';
    if (Array.isArray(parent)) parent.splice(indexIn(parent, token, parent.length - 1), 1);
    else if (Object.hasOwn(parent, token)) Reflect.deleteProperty(parent, token);
    else throw new PatchError(`Unable to remove nonexistent key: ${token}: missing value`);
  });
}

function replace(holder: JsonObject, path: readonly string[], value: unknown): void {
  const missing = (what: string): PatchError =>
    new PatchError(`replace operation does not apply: doc is missing ${what}: ${textOf(path)}: missing value`);
  // The reference passes over a whole document that is neither an object nor a list.
  if (path.length === 1 && (typeof value !== 'object' || value === null)) return;
  const parent = holderOf(holder, path);
  if (!parent) throw missing('path');
  const token = path.at(-1) ?? '';
  if (Array.isArray(parent)) {
    parent[within(`replace for path: '${textOf(path)}'`, () => indexIn(parent, token, parent.length - 1))] = value;
  } else if (Object.hasOwn(parent, token)) parent[token] = value;
  else throw missing('key');
}

/** The value that an operation takes from somewhere; an absent member is null, as in the reference. */
function sourceOf(holder: JsonObject, from: readonly string[], operation: 'copy' | 'move'): unknown {
  const parent = containerOf(holder, from);
  if (!parent) {
    throw new PatchError(
      `${operation} operation does not apply: doc is missing from path: ${textOf(from)}: missing value`,
    );
  }
  const where = operation === 'copy' ? `copy for from: '${textOf(from)}'` : `move for path: '${textOf(from)}'`;
  return within(where, () => memberOf(parent, from.at(-1) ?? ''));
}

function move(holder: JsonObject, from: readonly string[], to: readonly string[]): void {
  if (to.length > from.length && from.every((token, i) => token === to[i])) {
    throw new PatchError('cannot move a value into itself');
  }
  const value = sourceOf(holder, from, 'move');
  remove(holder, from, 'move');
  add(holder, to, value);
}

function copy(
  holder: JsonObject,
  from: readonly string[],
  { to, copied }: { readonly to: readonly string[]; readonly copied: CopiedSize },
): void {
  const value = sourceOf(holder, from, 'copy');
  if (value === undefined) {
    throw new PatchError(
      `error in copy for from: '${textOf(from)}': unable to get nonexistent key: ${from.at(-1) ?? ''}: missing value`,
    );
  }
  copied.total += JSON.stringify(value).length;
  if (copied.total > maxCopiedSize) {
    throw new PatchError(
      `Unable to complete the copy, the accumulated size increase of copy is ${String(copied.total)}, exceeding the limit ${String(maxCopiedSize)}`,
    );
  }
  add(holder, to, structuredClone(value));
}

function test(holder: JsonObject, path: readonly string[], expected: unknown): void {
  const parent = holderOf(holder, path);
  if (!parent) {
    throw new PatchError(`test operation does not apply: is missing path: ${textOf(path)}: missing value`);
  }
  const actual = memberOf(parent, path.at(-1) ?? '') ?? null;
  if (!jsonEqual(actual, expected)) throw new PatchTestError(`testing value ${textOf(path)} failed: test failed`);
}
