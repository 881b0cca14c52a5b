const encoder = new TextEncoder();

const escaped = /[<>&\u2028\u2029]/;

/** The escapes that the reference's JSON has beyond JSON.stringify's. */
const escapeOf: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON text with the escapes of the reference (`<`, `>`, `&` and the line separators). */
export function goJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  return escaped.test(text) ? text.replace(/[<>&\u2028\u2029]/g, (char) => escapeOf[char] ?? char) : text;
}

/** UTF-8 of `goJson`. */
export function goJsonBytes(value: unknown): Uint8Array {
  return encoder.encode(goJson(value));
}

/** UTF-8 of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}
