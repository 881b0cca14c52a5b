import { type PathStep, evaluatePath, formatValue, parseRelaxedPath } from '@kubescript/client';

import { UsageError } from '../flags/parse-flags.ts';
import { alignColumns } from './tab-writer.ts';

interface Column {
  readonly header: string;
  readonly steps: readonly PathStep[];
}

/** Prints objects in columns `HEADER:path,…`. */
export function formatCustomColumns(
  spec: string,
  objects: readonly unknown[],
  options: { readonly noHeaders: boolean },
): string {
  const columns = parseColumns(spec);
  const rows = objects.map((object) => columns.map(({ steps }) => cellOf(steps, object)));
  return alignColumns(options.noHeaders ? rows : [columns.map(({ header }) => header), ...rows]);
}

function parseColumns(spec: string): Column[] {
  if (spec === '') throw new UsageError('custom-columns format specified but no custom columns given');
  return spec.split(',').map((part) => {
    const colon = part.indexOf(':');
    if (colon < 0) {
      throw new UsageError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
    }
    return { header: part.slice(0, colon), steps: parseRelaxedPath(part.slice(colon + 1)) };
  });
}

function cellOf(steps: readonly PathStep[], object: unknown): string {
  const values = evaluatePath(steps, object, { allowMissing: true });
  return values.length === 0 ? '<none>' : values.map((value) => formatValue(value) || '<nil>').join(',');
}
