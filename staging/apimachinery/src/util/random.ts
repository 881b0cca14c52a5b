/** No vowels and no 0, 1, 3: generated names spell no words, and no two characters look alike. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * Random characters for the end of a generated name.
 *
 * @go k8s.io/apimachinery/pkg/util/rand#String
 */
export function randomSuffix(length: number): string {
  let suffix = '';
  while (suffix.length < length) suffix += characterOf(randomByte());
  return suffix;
}

/** Random bytes are drawn many at a time: a draw costs as much for one as for hundreds. */
const pool = new Uint8Array(512);
let drawn = pool.length;

function randomByte(): number {
  if (drawn === pool.length) {
    crypto.getRandomValues(pool);
    drawn = 0;
  }
  return pool[drawn++] ?? 0;
}

/** '' for the bytes that would make some characters likelier than others. */
function characterOf(byte: number): string {
  const fair = 256 - (256 % alphabet.length);
  return byte < fair ? alphabet.charAt(byte % alphabet.length) : '';
}

/**
 * The characters of a decimal hash as a name part that spells no words.
 *
 * @go k8s.io/apimachinery/pkg/util/rand#SafeEncodeString
 */
export function safeEncodeString(text: string): string {
  return Array.from(text, (char) => alphabet.charAt(char.charCodeAt(0) % alphabet.length)).join('');
}
