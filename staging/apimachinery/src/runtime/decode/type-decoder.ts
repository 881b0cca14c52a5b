import type { TypeSchemas } from '../../schema/type-schema.ts';
import { newDecodeContext } from './context.ts';
import { newStructDecoders } from './struct-decoder.ts';
import { unknownFields } from './unknown-fields.ts';

/** A struct that was decoded, and the members that it should not have, by their paths. */
export interface DecodedStruct<T> {
  readonly value: T;
  readonly unknown: readonly string[];
}

/**
 * Makes a decoder of one struct, for parts of objects that have no compiled type as a whole. It throws DecodeError for a
 * member of the wrong type. `name` is the OpenAPI name of T.
 */
export function newTypeDecoder<T>(schemas: TypeSchemas, name: string): (value: unknown) => DecodedStruct<T> {
  const decoders = newStructDecoders(schemas);
  return function decodeType(value) {
    const context = newDecodeContext();
    const decoded = decoders.of(name)(value, context) as T;
    const problems = context.unknown ? unknownFields(value, name, schemas) : [];
    return { value: decoded, unknown: problems.map((problem) => problem.slice('unknown field "'.length, -1)) };
  };
}
