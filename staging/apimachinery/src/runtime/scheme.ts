import type { GroupKind, GroupVersion, GroupVersionKind } from '../schema/group-version.ts';
import type { TypeSchemas } from '../schema/type-schema.ts';
import type { DeepReadonly, KubeObject } from './object.ts';

/** An object that was decoded, and what was wrong with it without being fatal. */
export interface Decoded {
  /** Of the version that was asked for, defaulted, without unknown fields. */
  readonly object: KubeObject;
  /** Unknown and duplicate fields in the reference's words: `unknown field "spec.foo"`. Empty unless asked for. */
  readonly problems: readonly string[];
}

/** How to decode. */
export interface DecodeOptions {
  /** Tell of fields that the type does not have. */
  readonly reportUnknown?: boolean;
  readonly skipDefaults?: boolean;
  /** The value is what a client said: which empty lists it stated is remembered, for `managedFields`. */
  readonly fromRequest?: boolean;
}

/** A kind whose objects are plain JSON. */
export interface UnstructuredKind extends GroupVersionKind {
  readonly listKind: string;
}

/**
 * The kinds that a program knows: their schemas, defaults and conversions. Each kind has a hub version, in which
 * registries, admission and validation work and which is stored; every other version converts to and from it.
 */
export interface Scheme {
  readonly schemas: TypeSchemas;
  /**
   * The kind of which this scheme keeps objects as they are stated, apiVersion and kind included, rather than by
   * compiled types: custom resources. Schemes of built-in kinds have none.
   */
  readonly unstructured?: UnstructuredKind;
  /** Every version of a kind, most preferred first; empty if unknown. */
  versionsOf(kind: GroupKind): readonly string[];
  /** The hub version of a kind, which may live in another group (events); undefined if unknown. */
  hubOf(kind: GroupVersionKind): GroupVersionKind | undefined;
  /**
   * Checks, prunes and normalises a JSON value as an object of `gvk`, and fills in the defaults of that version.
   * Throws StatusError (400 BadRequest) in the reference's words if a value has the wrong type.
   */
  decode(value: unknown, gvk: GroupVersionKind, options?: DecodeOptions): Decoded;
  /** Fills in the defaults of the object's version, in place. */
  setDefaults(object: KubeObject): void;
  /** Converts between versions of a kind; returns the same object if it already is of that version. */
  convert(object: DeepReadonly<KubeObject>, to: GroupVersion): DeepReadonly<KubeObject>;
}
