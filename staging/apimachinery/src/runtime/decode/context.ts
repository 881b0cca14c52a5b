/** A member of a struct on the way from the root to the value that is being decoded. */
export interface Place {
  /** Go name of the struct that the member belongs to. */
  readonly owner: string;
  readonly name: string;
}

/** The state of one decoding; decoders push the members they descend into. */
export interface DecodeContext {
  readonly places: Place[];
  depth: number;
  /** Set when a member was seen that the schema does not have. */
  unknown: boolean;
  /** Empty lists that are stated are told from those left out (see `isStatedList`). */
  readonly notesStated: boolean;
}

/** A value that cannot be read as the type it should have; the message is in the words of Go's encoding/json. */
export class DecodeError extends Error {
  override name = 'DecodeError';
}

/** Makes the state that a decoding starts with. */
export function newDecodeContext(notesStated = false): DecodeContext {
  return { places: [], depth: 0, unknown: false, notesStated };
}

/** The error for a value of the wrong JSON type, as `json.UnmarshalTypeError` puts it. */
export function wrongType(value: unknown, goType: string, context: DecodeContext): DecodeError {
  const found = describe(value);
  const last = context.places[context.depth - 1];
  if (last === undefined) return new DecodeError(`json: cannot unmarshal ${found} into Go value of type ${goType}`);
  const path = context.places.slice(0, context.depth).map((place) => place.name);
  return new DecodeError(
    `json: cannot unmarshal ${found} into Go struct field ${last.owner}.${path.join('.')} of type ${goType}`,
  );
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}

/** The error for a number that does not fit, which shows the number. */
export function outOfRange(value: number, goType: string, context: DecodeContext): DecodeError {
  const error = wrongType(value, goType, context);
  return new DecodeError(error.message.replace('cannot unmarshal number', `cannot unmarshal number ${String(value)}`));
}
