/**
 * Compares JSON values. As in the API, an absent member equals undefined, and empty lists and maps equal absent ones.
 *
 * @go k8s.io/apimachinery/pkg/api/equality#Semantic
 */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => semanticEqual(item, b[index]));
  }
  if (!isMap(a) || !isMap(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) if (!semanticEqual(a[name], b[name])) return false;
  return true;
}

/** Compares statuses; a count of zero equals one that is left out, as servers leave them out. */
export function sameStatus(a: object | undefined, b: object | undefined): boolean {
  return semanticEqual(withoutZeros(a), withoutZeros(b));
}

function withoutZeros(status: object | undefined): unknown {
  return Object.fromEntries(Object.entries(status ?? {}).filter(([, value]) => value !== 0));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) && Object.keys(value).length === 0;
}
