const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * A short name-safe hash of a value, the same for equal values whatever the order of their members. `collisionCount`
 * gives another one when the first is taken. The hashes differ from those of Go components, whose input is the memory
 * layout of their structs.
 *
 * @go k8s.io/kubernetes/pkg/controller#ComputeHash
 */
export function computeHash(value: unknown, collisionCount?: number): string {
  const text = canonicalJson(value) + (collisionCount === undefined ? '' : `/${String(collisionCount)}`);
  return safeEncode(String(fnv32a(text)));
}

/** JSON with the members of maps in alphabetical order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Without vowels and the digits that look like them, so that no hash spells a word. */
function safeEncode(text: string): string {
  return text.replace(/./g, (char) => alphabet.charAt(char.charCodeAt(0) % alphabet.length));
}
