/**
 * Scalar types of the Kubernetes API as they appear in JSON. The generator reads these names from the type
 * declarations, so a field typed `int64` is an int64 in OpenAPI and protobuf, although all numbers are one type here.
 */

/** A signed 32-bit integer. */
export type int32 = number;

/** A signed 64-bit integer. Values beyond 2^53 are rejected when decoded, as JSON numbers cannot hold them exactly. */
export type int64 = number;

/** A 64-bit floating point number. */
export type double = number;

/** Binary data, base64 encoded (standard alphabet, padded). */
export type Bytes = string;

/** A point in time with second precision, RFC 3339 in UTC: `2026-01-02T15:04:05Z`. */
export type Time = string;

/** A point in time with microsecond precision, RFC 3339 in UTC: `2026-01-02T15:04:05.000000Z`. */
export type MicroTime = string;

/** A fixed-point number with a suffix in canonical form (`100m`, `1Gi`); see `resource/quantity.ts` for arithmetic. */
export type Quantity = string;

/** Either a number or a string, such as a port or a percentage. */
export type IntOrString = number | string;

/** An object of any type, kept as decoded JSON. */
export type RawExtension = unknown;

/** The set of fields that a manager owns, as the nested `f:`/`k:`/`v:` form of structured merge diff. */
export type FieldsV1 = Record<string, unknown>;
