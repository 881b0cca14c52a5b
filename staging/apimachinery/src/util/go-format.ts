/**
 * Quotes a string as Go's `%q` does, which is how upstream's messages name values: printable characters as they are,
 * control characters escaped.
 */
export function quote(text: string): string {
  return `"${text.replace(unprintable, quoteChar)}"`;
}

/** The characters that Go escapes by a letter wherever it quotes, and the backslash. */
export const goEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

const shortEscapes: Readonly<Record<string, string>> = { ...goEscapes, '"': '\\"' };

/** What is not written as it is. */
const unprintable = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

function quoteChar(char: string): string {
  const short = shortEscapes[char];
  if (short !== undefined) return short;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A value as Go's encoding/json writes it: compact, with `<`, `>` and `&` escaped. */
export function goJson(value: unknown): string {
  return ((JSON.stringify(value) as string | undefined) ?? 'null').replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
