/** Words that the language reserves; a field of that name is escaped as `__word__`. */
const reserved: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import'],
  ...['let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

/** Whether the language reserves a word, so that as a field it is escaped. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

const unescapes: ReadonlyMap<string, string> = new Map(
  [...escapes].map(([plain, escaped]) => [escaped.slice(2, -2), plain] as const),
);

/**
 * The identifier under which expressions select a field: special characters and reserved words are escaped.
 * Undefined for names that cannot be selected.
 * @go k8s.io/apiserver/pkg/cel#Escape
 */
export function escapeField(name: string): string | undefined {
  if (name === '' || /^\d/.test(name) || /[^a-zA-Z0-9\-./_]/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[-./]/g, (special) => escapes.get(special) ?? special);
}

/**
 * The field that an identifier selects; undefined where it holds an escape that is none.
 * @go k8s.io/apiserver/pkg/cel#Unescape
 */
export function unescapeField(identifier: string): string | undefined {
  if (!identifier.includes('__')) return identifier;
  let valid = true;
  const field = identifier.replace(/__([^_]+)__/g, (sequence, word: string) => {
    const plain = unescapes.get(word);
    if (plain !== undefined) return plain;
    if (!reserved.has(word) || sequence !== identifier) valid = false;
    return word;
  });
  return valid ? field : undefined;
}
