import { define, type Library, overload, types } from '@kubescript/cel';

/** A key as part of a JSON pointer. */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Help for writing JSON patches; the type `JSONPatch` comes with {@link mutationTypes}.
 * @go k8s.io/apiserver/pkg/cel/library#JSONPatch
 */
export const jsonPatchLibrary: Library = {
  functions: [
    define(
      'jsonpatch.escapeKey',
      overload('string_jsonpatch_escapeKey_string', [types.string], types.string, escapeKey),
    ),
  ],
};
