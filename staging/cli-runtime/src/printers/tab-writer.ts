/** How columns are spaced. */
export interface ColumnOptions {
  /** Spaces between columns. */
  readonly padding?: number;
  readonly minWidth?: number;
  /** Widths of rows printed before, which are kept and grow; for tables that are printed row by row. */
  readonly widths?: number[];
}

/**
 * Aligns cells as kubectl's tables do: at least six characters a column, three spaces between columns, and nothing
 * after the last one.
 *
 * @go k8s.io/cli-runtime/pkg/printers#GetNewTabWriter
 */
export function alignColumns(rows: readonly (readonly string[])[], options: ColumnOptions = {}): string {
  const { padding = 3, minWidth = 6, widths = [] } = options;
  for (const row of rows) {
    for (const [i, cell] of row.slice(0, -1).entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
  }
  const padded = (cell: string, i: number): string =>
    cell + ' '.repeat(Math.max((widths[i] ?? 0) + padding, minWidth) - widthOf(cell));
  const line = (row: readonly string[]): string =>
    row.map((cell, i) => (i === row.length - 1 ? cell : padded(cell, i))).join('');
  return rows.map((row) => `${line(row)}\n`).join('');
}

function widthOf(cell: string): number {
  return Array.from(cell).length;
}
