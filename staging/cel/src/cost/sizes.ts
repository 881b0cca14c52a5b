import type { Expr } from '../syntax/ast.ts';
import type { CelType } from '../types/cel-type.ts';
import { isOptionalType } from '../types/types.ts';
import { codePointCount } from '../values/collections.ts';
import { type Estimate, fixed, uniteEstimates } from './estimates.ts';

/** How large the keys (or indices) and values of a list or map are. */
export interface EntrySize {
  readonly container: 'list' | 'map';
  readonly key: Estimate;
  readonly value: Estimate;
}

/** The entry sizes that cover both; not known where one is not. */
export function uniteEntrySizes(left: EntrySize | undefined, right: EntrySize | undefined): EntrySize | undefined {
  if (left === undefined || right === undefined) return undefined;
  return {
    container: left.container,
    key: uniteEstimates(left.key, right.key),
    value: uniteEstimates(left.value, right.value),
  };
}

/** The size that a literal says itself. */
export function literalSize(expr: Expr): Estimate | undefined {
  switch (expr.kind) {
    case 'literal':
      if (typeof expr.value === 'string') return fixed(codePointCount(expr.value));
      return fixed(expr.value instanceof Uint8Array ? expr.value.length : 1);
    case 'list':
      return fixed(expr.elements.length);
    case 'map':
      return fixed(expr.entries.length);
    default:
      return undefined;
  }
}

const scalarKinds: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

/** The size of values of a type that are all of one size. */
export function typeSize(type: CelType): Estimate | undefined {
  if (scalarKinds.has(type.kind)) return fixed(1);
  const [inner] = isOptionalType(type) ? type.parameters : [];
  return inner === undefined ? undefined : typeSize(inner);
}
