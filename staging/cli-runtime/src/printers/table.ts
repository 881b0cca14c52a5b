import type { DynamicObject } from '@kubescript/client';

import { alignColumns } from './tab-writer.ts';

/** The part of meta/v1 Table that is printed. */
export interface ServerTable {
  readonly kind: 'Table';
  readonly metadata: { readonly continue?: string; readonly resourceVersion?: string };
  readonly columnDefinitions: readonly { readonly name: string; readonly priority?: number }[];
  readonly rows: readonly TableRow[];
}

/** One row, with the object (or its metadata) that it stands for. */
export interface TableRow {
  readonly cells: readonly unknown[];
  readonly object?: DynamicObject;
}

/** What to print of a table. */
export interface TableOptions {
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly withNamespace: boolean;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
  /** Put before the name: `pod/`. */
  readonly namePrefix: string;
}

/** What clients that want tables accept. */
export const tableAccept =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';

/** True if the server answered with a table. */
export function isTable(value: unknown): value is ServerTable {
  return (value as { kind?: unknown } | null)?.kind === 'Table';
}

/** The rows of a table as cells of text, with the header first unless it is not wanted. */
export function tableRows(table: ServerTable, options: TableOptions): string[][] {
  const shown = table.columnDefinitions
    .map((column, i) => ({ name: column.name, priority: column.priority ?? 0, i }))
    .filter(({ priority }) => options.wide || priority === 0);
  const header = [
    ...(options.withNamespace ? ['NAMESPACE'] : []),
    ...shown.map(({ name }) => name.toUpperCase()),
    ...options.labelColumns.map((label) => (label.split('/').at(-1) ?? label).toUpperCase()),
    ...(options.showLabels ? ['LABELS'] : []),
  ];
  const rows = table.rows.map((row) => [
    ...(options.withNamespace ? [row.object?.metadata.namespace ?? ''] : []),
    ...shown.map(({ name, i }) => (name === 'Name' ? options.namePrefix : '') + formatCell(row.cells[i])),
    ...labelCells(row, options),
  ]);
  return options.noHeaders ? rows : [header, ...rows];
}

/** The text of a table. */
export function formatTable(table: ServerTable, options: TableOptions): string {
  return alignColumns(tableRows(table, options));
}

function labelCells(row: TableRow, options: TableOptions): string[] {
  const labels = row.object?.metadata.labels ?? {};
  const columns = options.labelColumns.map((label) => labels[label] ?? '');
  return options.showLabels ? [...columns, formatLabels(labels)] : columns;
}

/** `a=1,b=2`, or `<none>`. */
export function formatLabels(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',');
}

function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '<none>';
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- cells are scalars
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  const newline = text.search(/[\n\f\r]/);
  return newline < 0 ? text : `${text.slice(0, newline)}...`;
}
