import type { CostNode, Estimate, SizeEstimator } from '@kubescript/cel';
import type { DeclType } from './decl-type.ts';

/**
 * Estimates sizes from the declared type of `self`, following an expression's path into it. As in the reference the
 * name of the variable is not looked at: `oldSelf` has the same type, and anything else counts as the root.
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#sizeEstimator
 */
export class DeclSizeEstimator implements SizeEstimator {
  readonly #root: DeclType;

  constructor(root: DeclType) {
    this.#root = root;
  }

  estimateSize({ path }: CostNode): Estimate | undefined {
    if (path === undefined) return undefined;
    let type: DeclType | undefined = this.#root;
    for (const step of path.slice(1)) type = type === undefined ? undefined : follow(type, step);
    return type === undefined ? undefined : { min: 0, max: type.maxElements };
  }
}

function follow(type: DeclType, step: string): DeclType | undefined {
  switch (step) {
    case '@items':
    case '@values':
      return type.elemType;
    case '@keys':
      return type.keyType;
    default:
      return type.fields?.get(step)?.type;
  }
}
