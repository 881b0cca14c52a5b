import { RE2JS, RE2JSException } from 're2js';

/** A pattern that Go's regexp package would refuse; the message is in its words. */
export class GoRegExpError extends Error {
  override readonly name = 'GoRegExpError';
}

/** A compiled pattern. */
export interface GoRegExp {
  /** Whether it is found anywhere in the text; takes time in proportion to the text, whatever the pattern. */
  test(text: string): boolean;
}

const compiled = new Map<string, GoRegExp>();
const maxCompiled = 2000;
/** Longer patterns are not worth their memory. */
const maxRememberedLength = 4096;

/**
 * Compiles a pattern in the syntax of Go's regexp package (RE2). Throws GoRegExpError for what that does not accept.
 * It is not rewritten as a RegExp, as that would backtrack: anyone who may write a schema could stop the server.
 *
 * @go regexp#Compile
 */
export function compileGoRegExp(pattern: string): GoRegExp {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const regexp = compile(pattern);
  if (pattern.length > maxRememberedLength) return regexp;
  if (compiled.size >= maxCompiled) compiled.clear();
  compiled.set(pattern, regexp);
  return regexp;
}

function compile(pattern: string): GoRegExp {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new GoRegExpError(inGoWords(error.message));
    throw error;
  }
}

/** Go names the part in question even if it is empty. */
function inGoWords(message: string): string {
  return message.endsWith('`') ? message : `${message}: \`\``;
}
