import type { GroupVersionKind } from './group-version.ts';

/** The names of the scalars in `runtime/scalars.ts`, plus JSON's own. */
export type ScalarName =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  | 'bytes'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'intOrString'
  /** Decoded JSON of any shape, kept as it is: RawExtension, JSON, FieldsV1. */
  | 'raw';

/**
 * The type of a value. A struct is named by its OpenAPI name (`io.k8s.api.core.v1.Pod`) and found in the
 * `TypeSchemas` of the package that generated it, so tables may refer to each other.
 */
export type TypeRef =
  | { readonly kind: 'scalar'; readonly scalar: ScalarName }
  | { readonly kind: 'list'; readonly items: TypeRef }
  | { readonly kind: 'map'; readonly values: TypeRef }
  | { readonly kind: 'struct'; readonly name: string }
  /** Whatever the value itself is, granular where it is an object: what custom resources keep without a schema. */
  | { readonly kind: 'deduced' };

/** How lists and maps merge in server-side apply. */
export type ListType = 'atomic' | 'set' | 'map';

/** One member of a struct, in the order in which it is encoded. */
export interface FieldSchema {
  readonly name: string;
  readonly type: TypeRef;
  /** Required in OpenAPI: encoded even when empty (an absent string reads as '', an absent list as null). */
  readonly required?: boolean;
  /** A struct held by value in the reference: always present after decoding, even if the client left it out. */
  readonly embedded?: boolean;
  /** The reference tells the zero value (0, '', an empty list) from absence: it is kept, where others drop it. */
  readonly pointer?: boolean;
  /** Optional in OpenAPI, yet encoded even when empty (null for a time or a list). */
  readonly emitted?: boolean;
  /** Required in OpenAPI, yet left out where it is empty or absent. */
  readonly omitEmpty?: boolean;
  /** The value that an absent or zero field gets when decoded (scalars and literals only). */
  readonly default?: unknown;
  readonly description?: string;
  readonly listType?: ListType;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  /** Strategic merge patch: `merge`, `replace`, `retainKeys` or a comma-separated list of them. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  /** Field number and wire type of `application/vnd.kubernetes.protobuf`. */
  readonly protobuf?: readonly [number: number, type: string];
  /** In JSON a member of this struct, in protobuf of an embedded message: its field numbers from outside in. */
  readonly inlinedFrom?: readonly number[];
}

/** The shape of one struct: the facts that decoding, defaulting, patching, applying, OpenAPI and protobuf share. */
export interface StructSchema {
  readonly name: string;
  readonly description?: string;
  readonly fields: readonly FieldSchema[];
  readonly gvk?: readonly GroupVersionKind[];
  readonly mapType?: 'atomic' | 'granular';
  /** The type of members besides `fields`; without it there are none. Only custom resources have it. */
  readonly others?: TypeRef;
}

/** All struct schemas that a program knows, by OpenAPI name. */
export interface TypeSchemas {
  /** The schema of that name; throws an Error if there is none, which is a bug of the program. */
  struct(name: string): StructSchema;
  /** The schema of a kind, or undefined if the kind is not known. */
  kind(gvk: GroupVersionKind): StructSchema | undefined;
  /** Every kind of every group and version, without those that all groups share (DeleteOptions). */
  kinds(): readonly GroupVersionKind[];
}
