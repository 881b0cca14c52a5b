import {
  type DeepReadonly,
  type KubeObject,
  formatFieldError,
  invalid,
  FieldPath,
  newBadRequest,
} from '@kubescript/apimachinery';

import type { EncodedObject, TableColumn, TableConvertor } from '../registry/rest.ts';
import type { VersionedObject } from './encode.ts';

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

/**
 * Prints objects as rows.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#asTable
 */
export function makeTable(
  items: readonly TableItem[],
  convertor: TableConvertor | undefined,
  options: {
    readonly version: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly include: IncludeObject;
    readonly now: number;
    /** Later events of a watch leave the columns out. */
    readonly withColumns?: boolean;
  },
): TableDocument {
  const converting = convertor ?? defaultConvertor;
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata: options.metadata,
    columnDefinitions: options.withColumns === false ? null : converting.columns,
    rows: items.map(({ item, versioned }) => ({
      cells: converting.cells(item.object, options.now),
      object: rowObject(versioned, options),
    })),
  };
}

function rowObject(
  versioned: VersionedObject,
  options: { readonly include: IncludeObject; readonly version: string },
): unknown {
  if (options.include === 'None') return null;
  return options.include === 'Object' ? versioned.object : partialMetadata(versioned.object, options.version);
}

/** The metadata of an object as an object of its own. */
export function partialMetadata(object: DeepReadonly<KubeObject>, version: string): unknown {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${version}`, metadata: object.metadata };
}

/** Name and age, for kinds that say nothing better. @go k8s.io/apiserver/pkg/registry/rest#(defaultTableConvertor) */
const defaultConvertor: TableConvertor = {
  columns: [
    {
      name: 'Name',
      type: 'string',
      format: 'name',
      description: 'Name of the object, unique within its namespace.',
      priority: 0,
    },
    { name: 'Created At', type: 'date', format: '', description: 'When the object was created.', priority: 0 },
  ],
  cells: (object) => [object.metadata.name ?? '', object.metadata.creationTimestamp ?? null],
};
