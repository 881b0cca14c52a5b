import {
  type DeepReadonly,
  type KubeObject,
  formatFieldError,
  invalid,
  FieldPath,
  newBadRequest,
} from '@kubescript/apimachinery';

import type { EncodedObject, TableColumn, TableConvertor, TableRowCondition } from '../registry/rest.ts';
import { cellsAt } from '../registry/age-cell.ts';
import type { VersionedObject } from './versioned-object.ts';

/** A Table of meta.k8s.io, as JSON. */
export interface TableDocument {
  readonly kind: 'Table';
  readonly apiVersion: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly columnDefinitions: readonly TableColumn[] | null;
  readonly rows: readonly TableRow[];
}

interface TableRow {
  readonly cells: readonly unknown[];
  readonly conditions?: readonly TableRowCondition[];
  readonly object: unknown;
}

/** What of the object goes into a row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Reads `includeObject`; 400 for what it cannot be. */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? '';
  switch (value) {
    case '':
    case 'Metadata':
      return 'Metadata';
    case 'None':
    case 'Object':
      return value;
    default: {
      const error = invalid(new FieldPath('includeObject'), value, "must be 'Metadata', 'Object', 'None', or empty");
      throw newBadRequest(`Unable to convert to Table as requested: ${formatFieldError(error)}`);
    }
  }
}

/** An object with the forms of it that rows need. */
export interface TableItem {
  readonly item: EncodedObject;
  readonly versioned: VersionedObject;
}

/** How to print. */
export interface TableOptions {
  readonly version: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly include: IncludeObject;
  /** In milliseconds. */
  readonly now: number;
  /** Later events of a watch leave the columns out. */
  readonly withColumns?: boolean;
}

/**
 * Prints objects as rows.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#asTable
 */
export function makeTable(
  items: readonly TableItem[],
  convertor: TableConvertor | undefined,
  options: TableOptions,
): TableDocument {
  return {
    ...tableHead(convertor, options),
    rows: inRowOrder(items, convertor).map((item) => ({
      ...tableRow(item, convertor, options.now),
      object: rowObject(item.versioned, options),
    })),
  };
}

/** The items in the order in which the table shows them. */
export function inRowOrder(items: readonly TableItem[], convertor: TableConvertor | undefined): readonly TableItem[] {
  if (convertor?.order === undefined) return items;
  return items.toSorted(({ item: a }, { item: b }) => convertor.order?.(a.object, b.object) ?? 0);
}

/** A table without its rows. */
export function tableHead(
  convertor: TableConvertor = defaultConvertor,
  { version, metadata, withColumns }: TableOptions,
): Omit<TableDocument, 'rows'> {
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: withColumns === false ? null : convertor.columns,
  };
}

/** A row without its object, as it reads at `now`; what does not depend on the time is made once. */
export function tableRow(
  { item }: TableItem,
  convertor: TableConvertor = defaultConvertor,
  now: number,
): Omit<TableRow, 'object'> {
  const { cells, conditions } = item.derived(rowKey(convertor), (object) => ({
    cells: convertor.cells(object),
    conditions: convertor.conditions?.(object),
  }));
  return { cells: cellsAt(cells, now), ...(conditions === undefined ? {} : { conditions }) };
}

const rowKeys = new WeakMap<TableConvertor, string>();
let convertors = 0;

/** What the rows of a convertor are filed under. */
function rowKey(convertor: TableConvertor): string {
  let key = rowKeys.get(convertor);
  if (key === undefined) rowKeys.set(convertor, (key = `row;${String(convertors++)}`));
  return key;
}

function rowObject(
  versioned: VersionedObject,
  options: { readonly include: IncludeObject; readonly version: string },
): unknown {
  if (options.include === 'None') return null;
  return options.include === 'Object' ? versioned.document() : partialMetadata(versioned.document(), options.version);
}

/** The metadata of an object as an object of its own. */
export function partialMetadata(object: DeepReadonly<KubeObject>, version: string): unknown {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${version}`, metadata: object.metadata };
}

/** What the column Name says about itself in all tables: the documentation of the field, as the reference sends it. */
export const nameDescription =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
/** The same of the columns Age and Created At. */
export const ageDescription =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

/** Name and age, for kinds that say nothing better. @go k8s.io/apiserver/pkg/registry/rest#(defaultTableConvertor) */
const defaultConvertor: TableConvertor = {
  columns: [
    { name: 'Name', type: 'string', format: 'name', description: nameDescription, priority: 0 },
    { name: 'Created At', type: 'date', format: '', description: ageDescription, priority: 0 },
  ],
  cells: (object) => [object.metadata.name ?? '', object.metadata.creationTimestamp ?? null],
};
