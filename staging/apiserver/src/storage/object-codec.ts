import {
  type DeepReadonly,
  type GroupVersionKind,
  type KubeObject,
  type ObjectProtobufCodec,
  type Scheme,
  apiVersionOf,
  groupVersionKindOf,
  newProtobufCodec,
} from '@kubescript/apimachinery';

import type { KeyValue } from './backend.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const META_HEAD = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'] as const;

/**
 * What this process wrote of built-in kinds, by kind and bytes, so that nobody decodes it again when a store hands the same bytes back:
 * the one that they were written to, or one in memory that starts from what that one held.
 */
const writtenByKind = new Map<string, WeakMap<Uint8Array, unknown>>();

function writtenOf<T>(kind: GroupVersionKind): WeakMap<Uint8Array, DeepReadonly<T>> {
  const key = `${apiVersionOf(kind)} ${kind.kind}`;
  const written = writtenByKind.get(key) ?? new WeakMap<Uint8Array, unknown>();
  writtenByKind.set(key, written);
  return written as WeakMap<Uint8Array, DeepReadonly<T>>;
}

/** The form in which values are written; both forms are read, whichever is written. */
export type StorageMediaType = 'application/json' | 'application/vnd.kubernetes.protobuf';

/** Turns the objects of a resource into stored values and back. */
export interface StorageCodec<T extends KubeObject> {
  /** The value to store, without the resourceVersion. The object must not be changed afterwards. */
  encode(object: DeepReadonly<T>): Uint8Array;
  /** The object of a stored value, under its revision; throws an Error that names the key if it cannot be read. */
  decode(kv: Pick<KeyValue, 'key' | 'value' | 'modRevision'>): DeepReadonly<T>;
}

/**
 * Turns objects of one kind into stored values and back. Values are the JSON or protobuf of the hub version, without
 * resourceVersion, which is the revision of the store.
 */
export class ObjectCodec<T extends KubeObject> implements StorageCodec<T> {
  private readonly scheme: Scheme;
  private readonly kind: GroupVersionKind;
  private readonly storesProtobuf: boolean;
  private protobufCodec: ObjectProtobufCodec | undefined;
  private readonly written: WeakMap<Uint8Array, DeepReadonly<T>>;

  constructor(scheme: Scheme, kind: GroupVersionKind, mediaType: StorageMediaType = 'application/json') {
    this.scheme = scheme;
    this.kind = kind;
    const isBuiltIn = scheme.schemas.kind(kind) !== undefined;
    // The schema of a custom resource may change; then its objects are to be read anew.
    this.written = isBuiltIn ? writtenOf(kind) : new WeakMap();
    this.storesProtobuf = mediaType !== 'application/json' && isBuiltIn;
  }

  /** For values that another API server wrote; made when the first is met. */
  private get protobuf(): ObjectProtobufCodec {
    this.protobufCodec ??= newProtobufCodec(this.scheme.schemas);
    return this.protobufCodec;
  }

  /** The value to store. The object must not be changed afterwards. */
  encode(object: DeepReadonly<T>): Uint8Array {
    const stored = withResourceVersion(object, undefined);
    const value = this.storesProtobuf
      ? this.protobuf.encode({ ...stored, apiVersion: apiVersionOf(this.kind), kind: this.kind.kind })
      : encoder.encode(JSON.stringify(stored));
    this.written.set(value, stored);
    return value;
  }

  /** The object of a stored value; throws an Error that names the key if it cannot be read. */
  decode(kv: Pick<KeyValue, 'key' | 'value' | 'modRevision'>): DeepReadonly<T> {
    const object = this.written.get(kv.value) ?? this.parse(kv);
    return withResourceVersion(object, String(kv.modRevision));
  }

  /** Another API server may store the kind in another version than this one. */
  private toHub(json: unknown): KubeObject {
    const stated = groupVersionKindOf(json as KubeObject);
    const isOther = stated.kind === this.kind.kind && apiVersionOf(stated) !== apiVersionOf(this.kind);
    if (!isOther || !this.scheme.schemas.kind(stated)) return this.scheme.decode(json, this.kind).object;
    return this.scheme.convert(this.scheme.decode(json, stated).object, this.kind) as KubeObject;
  }

  private parse(kv: Pick<KeyValue, 'key' | 'value'>): DeepReadonly<T> {
    try {
      const json: unknown = isProtobuf(kv.value)
        ? this.protobuf.decode(kv.value)
        : JSON.parse(decoder.decode(kv.value));
      return this.toHub(json) as unknown as DeepReadonly<T>;
    } catch (err) {
      throw new Error(`cannot decode the stored object ${kv.key}: ${(err as Error).message}`, { cause: err });
    }
  }
}

/** Whether a value starts as binary objects do: with `k8s` and a zero. */
const isProtobuf = (value: Uint8Array): boolean =>
  value[0] === 0x6b && value[1] === 0x38 && value[2] === 0x73 && value[3] === 0;

/** The same object under another resourceVersion (undefined: none); shares everything below its metadata. */
export function withResourceVersion<T extends KubeObject>(
  object: DeepReadonly<T>,
  resourceVersion: string | undefined,
): DeepReadonly<T> {
  const old: Readonly<Record<string, unknown>> = { ...object.metadata };
  const metadata: Record<string, unknown> = {};
  for (const name of META_HEAD) {
    const value = name === 'resourceVersion' ? resourceVersion : old[name];
    if (value !== undefined) metadata[name] = value;
  }
  for (const [name, value] of Object.entries(old)) {
    if (name !== 'resourceVersion' && value !== undefined && !(name in metadata)) metadata[name] = value;
  }
  return { ...object, metadata };
}
