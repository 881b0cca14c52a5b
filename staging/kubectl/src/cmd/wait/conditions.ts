import { UsageError } from '@kubescript/cli-runtime';
import { evaluatePath, formatValue, parseRelaxedPath } from '@kubescript/client';
import type { DynamicObject } from '@kubescript/client';

/** What `--for` waits for. */
export interface WaitCondition {
  /** True for an object that is as it should be. */
  holds(object: DynamicObject): boolean;
  /** An object that is gone (or never was) is as it should be. */
  readonly whenGone: boolean;
  /** The object need not exist when the wait begins. */
  readonly whenAbsent: boolean;
  /** What is printed after the name. */
  readonly done: string;
}

/** Reads the value of `--for`. */
export function parseCondition(text: string): WaitCondition {
  const lower = text.toLowerCase();
  if (lower === 'delete') return { holds: () => false, whenGone: true, whenAbsent: true, done: 'condition met' };
  if (lower === 'create') return { holds: () => true, whenGone: false, whenAbsent: true, done: 'condition met' };
  if (text.startsWith('condition=')) return statusCondition(text.slice('condition='.length));
  if (text.startsWith('jsonpath=')) return pathCondition(text.slice('jsonpath='.length));
  throw new UsageError(`unrecognized condition: "${text}"`);
}

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly observedGeneration?: number;
}

function statusCondition(text: string): WaitCondition {
  const [type = '', value = 'True'] = text.split('=');
  const holds = (object: DynamicObject): boolean => {
    const status = object['status'] as
      { readonly conditions?: readonly Condition[]; readonly observedGeneration?: number } | undefined;
    const generation = object.metadata.generation ?? 0;
    const found = status?.conditions?.find((condition) => condition.type?.toLowerCase() === type.toLowerCase());
    const observed = found?.observedGeneration ?? status?.observedGeneration;
    if (found === undefined || (observed !== undefined && observed < generation)) return false;
    return found.status?.toLowerCase() === value.toLowerCase();
  };
  return { holds, whenGone: false, whenAbsent: false, done: 'condition met' };
}

function pathCondition(text: string): WaitCondition {
  const match = /^'?(\{.*\})'?(?:==?(.*))?$/s.exec(text);
  if (match === null)
    throw new UsageError(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    );
  const [, path = '', wanted] = match;
  const steps = parseRelaxedPath(path);
  const expected = wanted?.replace(/^(['"])(.*)\1$/s, '$2');
  const holds = (object: DynamicObject): boolean => {
    const values = evaluatePath(steps, object, { allowMissing: true });
    if (expected === undefined) return values.length > 0;
    return values.length === 1 && formatValue(values[0]) === expected;
  };
  return { holds, whenGone: false, whenAbsent: false, done: 'condition met' };
}
