/**
 * Aligns cells as kubectl's tables do: at least six characters a column, three spaces between columns, and nothing
 * after the last one.
 *
 * @go k8s.io/cli-runtime/pkg/printers#GetNewTabWriter
 */
export function alignColumns(rows: readonly (readonly string[])[], padding = 3, minWidth = 6): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.slice(0, -1).entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => {
        if (i === row.length - 1) return cell;
        return cell + ' '.repeat(Math.max((widths[i] ?? 0) + padding, minWidth) - widthOf(cell));
      })
      .join('');
  return rows.map((row) => `${line(row)}\n`).join('');
}

function widthOf(cell: string): number {
  return Array.from(cell).length;
}
