/** How a scalar is written on the wire. */
export type ScalarKind = 'string' | 'bool' | 'int32' | 'int64' | 'uint32' | 'uint64' | 'double' | 'bytes' | 'enum';

/**
 * One field of a message. `Out` is the type a decoder yields, `In` what an encoder accepts; neither member is ever set,
 * they carry the types for the compiler.
 */
export interface FieldSpec<Out = unknown, In = unknown> {
  readonly number: number;
  readonly kind: ScalarKind | 'message' | 'map';
  readonly repeated: boolean;
  readonly message?: MessageSpec;
  readonly names?: readonly string[];
  readonly out?: Out;
  readonly in?: In;
}

/** A message: its fields by their TypeScript names. A generic codec needs nothing else. */
export interface MessageSpec<F extends Fields = Fields> {
  readonly name: string;
  readonly fields: F;
}

/** The fields of a message by name. */
export type Fields = Readonly<Record<string, FieldSpec>>;

/** What decoding a message yields: scalars, lists and maps are always there, messages may be undefined. */
export type Decoded<M> = M extends MessageSpec<infer F> ? { readonly [K in keyof F]: OutOf<F[K]> } : never;

/** What a message is encoded from: whatever is left out has its zero value. */
export type Init<M> = M extends MessageSpec<infer F> ? { readonly [K in keyof F]?: InOf<F[K]> | undefined } : never;

type OutOf<S> = S extends FieldSpec<infer O, infer _I> ? O : never;
type InOf<S> = S extends FieldSpec<infer _O, infer I> ? I : never;

/** Declares a message. */
export function message<const F extends Fields>(name: string, fields: F): MessageSpec<F> {
  return { name, fields };
}

/** A string field. */
export const string = (number: number): FieldSpec<string, string> => ({ number, kind: 'string', repeated: false });
/** A list of strings. */
export const strings = (number: number): FieldSpec<readonly string[], readonly string[]> => ({
  number,
  kind: 'string',
  repeated: true,
});
/** A boolean field. */
export const bool = (number: number): FieldSpec<boolean, boolean> => ({ number, kind: 'bool', repeated: false });
/** A 32-bit signed field. */
export const int32 = (number: number): FieldSpec<number, number> => ({ number, kind: 'int32', repeated: false });
/** A list of 32-bit signed numbers. */
export const int32s = (number: number): FieldSpec<readonly number[], readonly number[]> => ({
  number,
  kind: 'int32',
  repeated: true,
});
/** A 64-bit signed field as a number: exact to 2^53, beyond that (nanosecond timestamps) to about 256. */
export const int64 = (number: number): FieldSpec<number, number> => ({ number, kind: 'int64', repeated: false });
/** A list of 64-bit signed numbers. */
export const int64s = (number: number): FieldSpec<readonly number[], readonly number[]> => ({
  number,
  kind: 'int64',
  repeated: true,
});
/** A 32-bit unsigned field. */
export const uint32 = (number: number): FieldSpec<number, number> => ({ number, kind: 'uint32', repeated: false });
/** A 64-bit unsigned field, as a number like `int64`. */
export const uint64 = (number: number): FieldSpec<number, number> => ({ number, kind: 'uint64', repeated: false });
/** A floating-point field. */
export const double = (number: number): FieldSpec<number, number> => ({ number, kind: 'double', repeated: false });
/** A field of raw bytes. */
export const bytes = (number: number): FieldSpec<Uint8Array, Uint8Array> => ({
  number,
  kind: 'bytes',
  repeated: false,
});

/** An enum field, carried as the name of its value; a number without a name decodes to the first one. */
export function enumOf<const N extends readonly string[]>(number: number, names: N): FieldSpec<N[number], N[number]> {
  return { number, kind: 'enum', repeated: false, names };
}

/** A field that holds one message or none. */
export function of<M extends MessageSpec>(number: number, spec: M): FieldSpec<Decoded<M> | undefined, Init<M>> {
  return { number, kind: 'message', repeated: false, message: spec };
}

/** A list of messages. */
export function listOf<M extends MessageSpec>(
  number: number,
  spec: M,
): FieldSpec<readonly Decoded<M>[], readonly Init<M>[]> {
  return { number, kind: 'message', repeated: true, message: spec };
}

/** A map from strings to strings. */
export const stringMap = (
  number: number,
): FieldSpec<Readonly<Record<string, string>>, Readonly<Record<string, string>>> => ({
  number,
  kind: 'map',
  repeated: false,
});
