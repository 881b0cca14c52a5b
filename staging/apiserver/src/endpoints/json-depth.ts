import { jsonSyntaxProblem } from '@kubescript/apimachinery';

/** Upstream's JSON decoder goes no deeper. */
const maxDepth = 10_000;
/** A text that is nested too deep opens and closes that often at least. */
const minLength = 2 * maxDepth;

const [quote, backslash, openBrace, openBracket, closeBrace, closeBracket] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];

/**
 * Whether arrays and objects of a JSON text are nested deeper than the reference takes them. A text that is no JSON may
 * get either answer.
 *
 * @go encoding/json#maxNestingDepth
 */
export function exceedsMaxDepth(text: string): boolean {
  if (text.length <= minLength) return false;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index++;
      else if (code === quote) isInString = false;
    } else if (code === quote) {
      isInString = true;
    } else if (code === openBrace || code === openBracket) {
      depth++;
      if (depth > maxDepth) return true;
    } else if (code === closeBrace || code === closeBracket) {
      depth--;
    }
  }
  return false;
}

/** The value of a JSON text, in which all strings are Unicode; throws an Error in Go's words if it is none, or nested too deep. */
export function parseJsonText(text: string): unknown {
  if (exceedsMaxDepth(text)) throw new Error('exceeded max depth');
  try {
    return JSON.parse(surrogateEscape.test(text) ? withoutLoneSurrogates(text) : text) as unknown;
  } catch (error) {
    throw new Error(jsonSyntaxProblem(text) ?? (error as Error).message, { cause: error });
  }
}

const surrogateEscape = /\\u[dD][89a-fA-F]/;
/** A pair of escapes, a lone one (of either half), or any other escape. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g;

/**
 * Half a character is none: as in Go it is read as U+FFFD, which is also what would be stored of it.
 *
 * @go encoding/json#unquote
 */
function withoutLoneSurrogates(text: string): string {
  return text.replace(escapes, (escape: string, lone: string | undefined) => (lone === undefined ? escape : '\\ufffd'));
}
