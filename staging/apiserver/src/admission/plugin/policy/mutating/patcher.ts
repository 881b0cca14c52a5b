import {
  type DeepReadonly,
  type JsonObject,
  type JsonPatchOperation,
  type KubeObject,
  PatchTestError,
  TypedConfigError,
  apiVersionOf,
  applyJsonPatch,
  mergeApplyConfiguration,
  newInternalError,
  newServiceUnavailable,
} from '@kubescript/apimachinery';
import { CelError, type Value, isList, listValues, toJson } from '@kubescript/cel';

import type { VersionedAttributes } from '../../../versioned-attributes.ts';
import { LiteralObject, checkObjectTypeNames } from '../../../../cel/mutation-types.ts';

/** Makes a new state of an object from what an expression gave; throws an Error in upstream's words. */
export type Patcher = (value: Value, versioned: VersionedAttributes) => KubeObject;

/**
 * Merges an `Object{…}` into the object, as server-side apply does.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch#(*applyConfigPatcher).Patch
 */
export function applyConfiguration(value: Value, { object, kind, attributes }: VersionedAttributes): KubeObject {
  if (!(value instanceof LiteralObject)) throw new Error('unsupported return type from ApplyConfiguration expression');
  const { scheme } = attributes.interfaces;
  const schema = scheme.schemas.kind(kind);
  if (!schema) {
    const what = `Resource kind ${apiVersionOf(kind)}, Kind=${kind.kind} not found.`;
    const why = 'There can be a delay between when CustomResourceDefinitions are created and when they are available.';
    throw newServiceUnavailable(`${what} ${why}`);
  }
  checkTypeNames(value);
  const config = { ...(value.toJson() as JsonObject), apiVersion: apiVersionOf(kind), kind: kind.kind };
  try {
    const merged = mergeApplyConfiguration(object as unknown as JsonObject, config, schema, scheme.schemas);
    return scheme.decode(structuredClone(merged), kind).object;
  } catch (error) {
    if (error instanceof TypedConfigError) throw new Error(`error applying patch: ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * Applies a list of `JSONPatch{…}`; a test that fails leaves the object as it is.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch#(*jsonPatcher).Patch
 */
export function jsonPatch(value: Value, { object, kind, attributes }: VersionedAttributes): KubeObject {
  if (!isList(value)) throw new Error('type mismatch: JSONPatchType.expression should evaluate to array');
  const operations = [...listValues(value)].map(operationOf);
  let patched: unknown;
  try {
    patched = applyJsonPatch(object, operations);
  } catch (error) {
    if (error instanceof PatchTestError) return object as KubeObject;
    throw new Error(`JSON Patch: ${(error as Error).message}`, { cause: error });
  }
  try {
    const { object: decoded, problems } = attributes.interfaces.scheme.decode(patched, kind, { reportUnknown: true });
    if (problems.length > 0) throw new Error(`strict decoding error: ${problems.join(', ')}`);
    return decoded;
  } catch (error) {
    throw newInternalError(error);
  }
}

function operationOf(value: Value): JsonPatchOperation {
  if (!(value instanceof LiteralObject)) {
    throw new Error('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch');
  }
  const text = (field: string): string => {
    const found = value.get(field);
    return typeof found === 'string' ? found : '';
  };
  const [from, operand] = [text('from'), value.get('value')];
  if (operand instanceof LiteralObject) checkTypeNames(operand);
  return {
    op: text('op'),
    path: text('path'),
    ...(from === '' ? {} : { from }),
    ...(operand === undefined ? {} : { value: patchValue(operand) }),
  };
}

function patchValue(value: Value): DeepReadonly<unknown> {
  try {
    return toJson(value);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const what = 'JSONPath valueExpression evaluated to a type that could not marshal to JSON';
    throw new Error(`${what}: ${error.message}`, { cause: error });
  }
}

/** The types of literals are made up of field names, and nothing else checks them. */
function checkTypeNames(value: LiteralObject): void {
  try {
    checkObjectTypeNames(value, value.type.name);
  } catch (error) {
    throw new Error(`type mismatch: ${(error as Error).message}`, { cause: error });
  }
}
