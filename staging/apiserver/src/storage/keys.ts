/** The first key after all that start with `prefix` (which must end in an ASCII character, or be empty). */
export function prefixEnd(prefix: string): string {
  if (prefix === '') return '\u{10FFFF}';
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}
