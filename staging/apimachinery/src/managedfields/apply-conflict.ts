import { type FieldSet, differenceOf, isEmptySet } from './field-set.ts';
import { type Managed, keyOfManager } from './managers.ts';
import { pathTextsOf } from './path-text.ts';

/** What somebody else manages of what is to change. */
export interface ApplyConflict {
  readonly managed: Managed;
  readonly fields: FieldSet;
}

/**
 * An apply that would change what others manage.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields/internal#NewConflictError
 */
export class ApplyConflictError extends Error {
  readonly conflicts: readonly ApplyConflict[];

  constructor(conflicts: readonly ApplyConflict[]) {
    const ordered = conflicts.toSorted((a, b) => (keyOfManager(a.managed) < keyOfManager(b.managed) ? -1 : 1));
    super(messageOf(ordered));
    this.conflicts = ordered;
  }

  /** Each field with who manages it. */
  causes(): readonly { readonly message: string; readonly field: string }[] {
    return this.conflicts.flatMap(({ managed, fields }) =>
      pathTextsOf(fields).map((field) => ({ message: `conflict with ${managerText(managed)}`, field })),
    );
  }

  /** What is left of it when some fields may be taken; undefined if nothing is. */
  without(allowed: FieldSet): ApplyConflictError | undefined {
    const left = this.conflicts
      .map(({ managed, fields }) => ({ managed, fields: differenceOf(fields, allowed) }))
      .filter(({ fields }) => !isEmptySet(fields));
    return left.length === 0 ? undefined : new ApplyConflictError(left);
  }
}

function messageOf(conflicts: readonly ApplyConflict[]): string {
  const all = conflicts.map(({ managed, fields }) => ({ manager: managerText(managed), paths: pathTextsOf(fields) }));
  const count = all.reduce((sum, { paths }) => sum + paths.length, 0);
  const [first] = all;
  if (first && count === 1) {
    return `Apply failed with 1 conflict: conflict with ${first.manager}: ${first.paths.join('')}`;
  }
  const lines = all.flatMap(({ manager, paths }) => [
    `conflicts with ${manager}:`,
    ...paths.map((path) => `- ${path}`),
  ]);
  return `Apply failed with ${String(count)} conflicts: ${lines.join('\n')}`;
}

/** `"m" with subresource "scale" using apps/v1` */
function managerText({ manager, subresource, operation, apiVersion }: Managed): string {
  const who = JSON.stringify(manager) + (subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`);
  return operation === 'Update' ? `${who} using ${apiVersion}` : who;
}
