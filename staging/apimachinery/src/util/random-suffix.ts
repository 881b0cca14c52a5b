/** Letters and digits that do not make words or look alike. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * A random string of `length` characters for names that have to be new.
 *
 * @go k8s.io/apimachinery/pkg/util/rand#String
 */
export function randomSuffix(length: number): string {
  let suffix = '';
  for (let i = 0; i < length; i++) suffix += ALPHABET.charAt(Math.floor(Math.random() * ALPHABET.length));
  return suffix;
}
