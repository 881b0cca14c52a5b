/** A JSONPath that cannot be understood, or that leads nowhere. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}
