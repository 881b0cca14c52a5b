import { RE2JS, RE2JSException } from 're2js';
import { CelError } from '../values/errors.ts';

/** How many compiled expressions are kept; the least recently compiled leaves first. */
const cacheSize = 500;
/** Longer expressions are not worth their memory. */
const maxCachedLength = 4096;
const cache = new Map<string, RE2JS>();

/**
 * Compiles a regular expression of RE2, which matches in linear time; the latest are kept. Throws a `CelError` with
 * the message of Go's regexp package.
 */
export function compileRegex(pattern: string): RE2JS {
  const cached = cache.get(pattern);
  if (cached !== undefined) return cached;
  const compiled = compileNew(pattern);
  if (pattern.length > maxCachedLength) return compiled;
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '');
  cache.set(pattern, compiled);
  return compiled;
}

function compileNew(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new CelError(error.message);
    throw error;
  }
}

/** Whether the pattern is found anywhere in the text. */
export function matchesRegex(text: string, pattern: string): boolean {
  return compileRegex(pattern).test(text);
}
