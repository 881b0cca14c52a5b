import { newBadRequest, ParseError, parseFieldSelector, parseLabelSelector } from '@kubescript/apimachinery';

import type { AttributesPredicate, SelectableFields } from '../storage/object-attributes.ts';
import type { ListQuery } from './rest.ts';
import type { Strategy } from './strategy.ts';

/** The objects that a list or watch is about. */
export interface Selection {
  /** No selector at all. */
  readonly isEverything: boolean;
  readonly matches: AttributesPredicate;
  /** Fields that have to have one value (`spec.nodeName=a`), for indexes. */
  readonly exact: Readonly<Record<string, string>>;
}

const EVERYTHING: Selection = { isEverything: true, matches: () => true, exact: {} };

/** What the answer to a bad selector depends on. */
export type SelectedKind = Pick<Strategy, 'namespaced' | 'unknownFieldLabel'>;

/** Parses the selectors of a query; throws 400 for bad syntax and for fields that the resource cannot select on. */
export function selectionOf(
  query: Pick<ListQuery, 'labelSelector' | 'fieldSelector'>,
  selectable: SelectableFields | undefined,
  kind: SelectedKind = { namespaced: true },
): Selection {
  if (query.labelSelector === '' && query.fieldSelector === '') return EVERYTHING;
  const labels = parsed(parseLabelSelector, query.labelSelector);
  const fields = parsed(parseFieldSelector, query.fieldSelector);
  const exact: Record<string, string> = {};
  for (const { field, operator, value } of fields.requirements) {
    checkField(field, selectable, kind);
    if (operator !== '!=') exact[field] = value;
  }
  return {
    isEverything: labels.isEmpty && fields.requirements.length === 0,
    exact,
    matches: (object) => labels.matches(object.labels) && fields.matches((field) => object.fields[field] ?? ''),
  };
}

function parsed<R>(parse: (text: string) => R, text: string): R {
  try {
    return parse(text);
  } catch (err) {
    throw err instanceof ParseError ? newBadRequest(err.message) : err;
  }
}

/**
 * Kinds without fields of their own are told so in other words than kinds that have some, as in the reference.
 *
 * @go k8s.io/apimachinery/pkg/runtime#DefaultMetaV1FieldSelectorConversion
 */
function checkField(
  field: string,
  selectable: SelectableFields | undefined,
  { namespaced, unknownFieldLabel }: SelectedKind,
): void {
  if (field === 'metadata.name') return;
  if (field === 'metadata.namespace' && (namespaced || selectable === undefined)) return;
  if (selectable === undefined) {
    throw newBadRequest(
      `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    );
  }
  if (Object.hasOwn(selectable, field)) return;
  throw newBadRequest(unknownFieldLabel?.(field) ?? `field label not supported: ${field}`);
}
