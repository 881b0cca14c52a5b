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
import { EncodedItem, type KnownEncoding } from './encoded-item.ts';
import { withResourceVersion } from './resource-version.ts';
import { ServedJson, servedJsonKey } from './served-json.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

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
  /** An encoding that can be had of a stored value without its object. */
  encodingOf?(kv: Pick<KeyValue, 'value' | 'modRevision'>): KnownEncoding | undefined;
}

/** The object of a stored value, and what is known of its encodings. */
export function storedItem<T extends KubeObject>(
  codec: StorageCodec<T>,
  kv: Pick<KeyValue, 'key' | 'value' | 'modRevision'>,
): EncodedItem<T> {
  return new EncodedItem(codec.decode(kv), codec.encodingOf?.(kv));
}

/**
 * Turns objects of one kind into stored values and back. Values are the JSON or protobuf of the hub version, without
 * resourceVersion, which is the revision of the store.
 */
export class ObjectCodec<T extends KubeObject> implements StorageCodec<T> {
  private readonly scheme: Scheme;
  private readonly kind: GroupVersionKind;
  private readonly storesProtobuf: boolean;
  private readonly servedJson: ServedJson | undefined;
  private readonly servedKey: string;
  private protobufCodec: ObjectProtobufCodec | undefined;
  private readonly written: WeakMap<Uint8Array, DeepReadonly<T>>;

  constructor(scheme: Scheme, kind: GroupVersionKind, mediaType: StorageMediaType = 'application/json') {
    this.scheme = scheme;
    this.kind = kind;
    this.servedKey = servedJsonKey(kind);
    const isBuiltIn = scheme.schemas.kind(kind) !== undefined;
    // The schema of a custom resource may change; then its objects are to be read anew.
    this.written = isBuiltIn ? writtenOf(kind) : new WeakMap();
    this.storesProtobuf = mediaType !== 'application/json' && isBuiltIn;
    if (isBuiltIn && !this.storesProtobuf) this.servedJson = new ServedJson(kind, scheme.schemas);
  }

  /** For values that another API server wrote; made when the first is met. */
  private get protobuf(): ObjectProtobufCodec {
    this.protobufCodec ??= newProtobufCodec(this.scheme.schemas);
    return this.protobufCodec;
  }

  /** The value to store. The object must not be changed afterwards. */
  encode(object: DeepReadonly<T>): Uint8Array {
    const stored = withResourceVersion(object, undefined);
    const value = this.bytesOf(stored);
    this.written.set(value, stored);
    return value;
  }

  /** What is served of an object that this process wrote is in what it wrote. */
  encodingOf({ value, modRevision }: Pick<KeyValue, 'value' | 'modRevision'>): KnownEncoding | undefined {
    const { servedJson, servedKey } = this;
    if (servedJson === undefined || !this.written.has(value)) return undefined;
    return (key) => (key === servedKey ? servedJson.fromStored(value, String(modRevision)) : undefined);
  }

  private bytesOf(stored: DeepReadonly<T>): Uint8Array {
    if (this.servedJson !== undefined) return this.servedJson.encode(stored);
    return this.storesProtobuf
      ? this.protobuf.encode({ ...stored, apiVersion: apiVersionOf(this.kind), kind: this.kind.kind })
      : encoder.encode(JSON.stringify(stored));
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
