/**
 * The options of a marker: `rule="self.a < self.b" message='no'` by name. Values may be bare words, or quoted by `"` or
 * `'`. Throws an Error for anything else, and for a name that is not known.
 */
export function parseOptions(marker: string, text: string, known: readonly string[]): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  const pattern = /\s*(\w+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']\S*))(?:\s+|$)/y;
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex;
    const match = pattern.exec(text);
    const name = match?.[1] ?? '';
    if (match === null) throw new Error(`@${marker}: expected name=value at ${text.slice(from)}`);
    if (!known.includes(name)) throw new Error(`@${marker}: unknown option ${name}, known are ${known.join(', ')}`);
    options.set(name, match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? match[4] ?? '');
  }
  return options;
}
