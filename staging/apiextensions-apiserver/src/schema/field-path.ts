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
 * Follows a path such as `.spec.a` or `.spec['a b']` through a schema. Throws FieldPathError.
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
  for (const name of namesOf(tokensOf(jsonPath), options.allowArrayNotation)) {
    const next = schema.properties ? propertyOf(schema, name) : additionalSchemaOf(schema);
    if (!next) throw new FieldPathError('does not refer to a valid field');
    path.push(schema.properties ? name : `[${name}]`);
    schema = next;
  }
  return { path, schema };
}

/** The path as errors show it: `spec.a[key]`. */
export function formatFieldPath(path: readonly string[]): string {
  return path.reduce((text, step) => (text === '' || step.startsWith('[') ? text + step : `${text}.${step}`), '');
}

/** Delimiters, quoted strings, and what is between them. */
function tokensOf(jsonPath: string): string[] {
  return jsonPath.match(/[.[\]]|'(?:[^'\\]|\\.)*'|[^.[\]]+/gs) ?? [];
}

/** The members that a path names, one after the other. */
function* namesOf(tokens: readonly string[], allowArrayNotation: boolean): Generator<string> {
  let next = 0;
  const take = (): string => {
    const token = tokens[next++];
    if (token === undefined) throw new FieldPathError('unexpected end of JSON path');
    return token;
  };
  while (next < tokens.length) {
    const token = take();
    if (token === '.') yield take();
    else if (token !== '[') throw new FieldPathError(`expected [ or . but got: ${token}`);
    else if (!allowArrayNotation) throw new FieldPathError('array notation is not allowed');
    else {
      yield unquote(take());
      const end = take();
      if (end !== ']') throw new FieldPathError(`expected ] but got ${end}`);
    }
  }
}

function unquote(token: string): string {
  if (!/^'.*'$/s.test(token) || token.length < 2) {
    throw new FieldPathError(`expected single quoted string but got ${token}`);
  }
  return token.slice(1, -1).replace(/\\(.)/gs, (_, char: string) => {
    const meant = escapes[char];
    if (meant === undefined) throw new FieldPathError(`invalid string literal: invalid escape char ${char}`);
    return meant;
  });
}

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
};
