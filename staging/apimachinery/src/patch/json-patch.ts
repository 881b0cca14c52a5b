import { isJsonObject, jsonEqual, type JsonObject } from '../json/json-value.ts';
import { PatchError } from './patch-error.ts';
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
  for (const operation of operations) applyOperation(holder, operation);
  return holder['root'];
}

function applyOperation(holder: JsonObject, operation: JsonPatchOperation): void {
  const path = pointerOf(operation, 'path');
  switch (operation['op']) {
    case 'add':
      add(holder, path, deepCopy(valueOf(operation)));
      return;
    case 'remove':
      remove(holder, path);
      return;
    case 'replace':
      replace(holder, path, deepCopy(valueOf(operation)));
      return;
    case 'move':
      move(holder, pointerOf(operation, 'from'), path);
      return;
    case 'copy':
      add(holder, path, deepCopy(get(holder, pointerOf(operation, 'from'))));
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

function valueOf(operation: JsonPatchOperation): unknown {
  if (operation['value'] === undefined) throw new PatchError('operation missing value field');
  return operation['value'];
}

function missing(path: readonly string[]): PatchError {
  return new PatchError(`missing path: /${path.slice(1).join('/')}`);
}

/** The object or list that holds the last token of a pointer. */
function parentOf(holder: JsonObject, path: readonly string[]): JsonObject | unknown[] {
  let parent: unknown = holder;
  for (const token of path.slice(0, -1)) parent = memberOf(parent, token);
  if (Array.isArray(parent) || isJsonObject(parent)) return parent as JsonObject | unknown[];
  throw missing(path);
}

function memberOf(parent: unknown, token: string): unknown {
  if (Array.isArray(parent)) return parent[indexIn(parent, token, parent.length - 1)];
  return isJsonObject(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined;
}

function indexIn(list: readonly unknown[], token: string, max: number): number {
  if (!/^-?\d+$/.test(token)) throw new PatchError(`invalid array index: ${token}`);
  const index = Number(token) < 0 ? Number(token) + list.length : Number(token);
  if (index < 0 || index > max) throw new PatchError(`Unable to access invalid index: ${token}`);
  return index;
}

function get(holder: JsonObject, path: readonly string[]): unknown {
  const value = memberOf(parentOf(holder, path), path.at(-1) ?? '');
  if (value === undefined) throw missing(path);
  return value;
}

function add(holder: JsonObject, path: readonly string[], value: unknown): void {
  const parent = parentOf(holder, path);
  const token = path.at(-1) ?? '';
  if (!Array.isArray(parent)) parent[token] = value;
  else if (token === '-') parent.push(value);
  else parent.splice(addIndex(parent, token), 0, value);
}

function addIndex(list: readonly unknown[], token: string): number {
  const index = Number(token) < 0 ? Number(token) + list.length + 1 : Number(token);
  return indexIn(list, String(index), list.length);
}

function remove(holder: JsonObject, path: readonly string[]): void {
  const parent = parentOf(holder, path);
  const token = path.at(-1) ?? '';
  if (Array.isArray(parent)) parent.splice(indexIn(parent, token, parent.length - 1), 1);
  else if (Object.hasOwn(parent, token)) Reflect.deleteProperty(parent, token);
  else throw missing(path);
}

function replace(holder: JsonObject, path: readonly string[], value: unknown): void {
  const parent = parentOf(holder, path);
  const token = path.at(-1) ?? '';
  if (Array.isArray(parent)) parent[indexIn(parent, token, parent.length - 1)] = value;
  else if (Object.hasOwn(parent, token)) parent[token] = value;
  else throw missing(path);
}

function move(holder: JsonObject, from: readonly string[], to: readonly string[]): void {
  if (to.length > from.length && from.every((token, i) => token === to[i])) {
    throw new PatchError('cannot move a value into itself');
  }
  const value = get(holder, from);
  remove(holder, from);
  add(holder, to, value);
}

function test(holder: JsonObject, path: readonly string[], expected: unknown): void {
  const actual = memberOf(parentOf(holder, path), path.at(-1) ?? '') ?? null;
  if (!jsonEqual(actual, expected)) throw new PatchError(`testing path /${path.slice(1).join('/')} value failed`);
}
