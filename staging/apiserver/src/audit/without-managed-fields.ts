interface Shape {
  readonly metadata?: unknown;
  readonly items?: unknown;
  readonly rows?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An object, list or table without the managedFields of its objects; shares everything else.
 *
 * @go k8s.io/apiserver/pkg/audit#copyWithoutManagedFields
 */
export function withoutManagedFields(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { items, rows } = value as Shape;
  return {
    ...strip(value),
    ...(Array.isArray(items) ? { items: items.map(strip) } : {}),
    ...(Array.isArray(rows) ? { rows: rows.map(stripRow) } : {}),
  };
}

function strip(object: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(object) || !isObject(object['metadata'])) return object as Readonly<Record<string, unknown>>;
  const { managedFields: _, ...metadata } = object['metadata'];
  return { ...object, metadata };
}

function stripRow(row: unknown): unknown {
  return isObject(row) && isObject(row['object']) ? { ...row, object: strip(row['object']) } : row;
}
