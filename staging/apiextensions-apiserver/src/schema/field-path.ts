import { type StructuralSchema, additionalSchemaOf, propertyOf } from './structural.ts';

/** A path that is no path, or leads to nothing that a schema has. */
export class FieldPathError extends Error {
  override readonly name = 'FieldPathError';
}

/** Where a path leads. */
export interface ResolvedPath {
  /** The steps: members as `a`, values of maps as `[a]`. */
  readonly path: readonly string[];
  readonly schema: StructuralSchema;
}

/**
 * Follows a path such as `.spec.a` or `.spec['a b']` through a schema; keys of maps may be named only in array
 * notation. Throws FieldPathError.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#ValidFieldPath
 */
export function resolveFieldPath(
  jsonPath: string,
  root: StructuralSchema,
  options: { readonly allowArrayNotation: boolean },
): ResolvedPath {
  const path: string[] = [];
  let schema = root;
  for (const { name, isKey } of stepsOf(jsonPath, options.allowArrayNotation)) {
    const property = propertyOf(schema, name);
    const additional = isKey ? additionalSchemaOf(schema) : undefined;
    const next = property ?? additional;
    if (!next) throw new FieldPathError('does not refer to a valid field');
    path.push(property ? name : `[${name}]`);
    schema = next;
  }
  return { path, schema };
}

interface Step {
  readonly name: string;
  readonly isKey: boolean;
}

function stepsOf(jsonPath: string, allowArrayNotation: boolean): Step[] {
  if (jsonPath === '') throw new FieldPathError('path must not be empty');
  const steps: Step[] = [];
  let rest = jsonPath;
  while (rest !== '') {
    const member = /^\.([a-zA-Z_][\w-]*|[^.[\]'"\s]+)/.exec(rest);
    const key = allowArrayNotation ? /^\['((?:[^'\\]|\\.)*)'\]/.exec(rest) : null;
    const match = member ?? key;
    if (!match) throw new FieldPathError(problemOf(rest, allowArrayNotation));
    const name = (match[1] ?? '').replace(/\\(.)/g, '$1');
    steps.push({ name, isKey: match === key });
    rest = rest.slice(match[0].length);
  }
  return steps;
}

function problemOf(rest: string, allowArrayNotation: boolean): string {
  const [char = ''] = rest;
  if (char === '[' && !allowArrayNotation) return `expected . but got: ${char}`;
  if (char === '.') return 'expected field name but got nothing';
  return allowArrayNotation ? `expected [ or . but got: ${char}` : `expected . but got: ${char}`;
}
