import { CelError, compileRegex, define, type Int, type Library, member, types } from '@kubescript/cel';

function compile(pattern: string): ReturnType<typeof compileRegex> {
  try {
    return compileRegex(pattern);
  } catch (error) {
    if (error instanceof CelError) throw new CelError(`Illegal regex: ${error.message}`);
    throw error;
  }
}

function find(text: string, pattern: string): string {
  const matcher = compile(pattern).matcher(text);
  return matcher.find() ? (matcher.group() ?? '') : '';
}

/** All matches, or the first `limit`; an empty match right after another is none. */
function findAll(text: string, pattern: string, limit: Int = -1): string[] {
  const matcher = compile(pattern).matcher(text);
  const found: string[] = [];
  let end = -1;
  while ((limit < 0 || found.length < limit) && matcher.find()) {
    if (matcher.start() === matcher.end() && matcher.start() === end) continue;
    found.push(matcher.group() ?? '');
    end = matcher.end();
  }
  return found;
}

const { int, string } = types;

/**
 * Finding by regular expression.
 * @go k8s.io/apiserver/pkg/cel/library#Regex
 */
export const regexLibrary: Library = {
  functions: [
    define('find', member('string_find_string', [string, string], string, find)),
    define(
      'findAll',
      member('string_find_all_string', [string, string], types.list(string), findAll),
      member('string_find_all_string_int', [string, string, int], types.list(string), findAll),
    ),
  ],
};
