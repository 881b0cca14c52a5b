import type { DeepReadonly, GroupVersionKind, KubeObject, Scheme } from '@kubescript/apimachinery';

import type { KeyValue } from './backend.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const META_HEAD = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'] as const;

/** Turns the objects of a resource into stored values and back. */
export interface StorageCodec<T extends KubeObject> {
  /** The value to store, without the resourceVersion. The object must not be changed afterwards. */
  encode(object: DeepReadonly<T>): Uint8Array;
  /** The object of a stored value, under its revision; throws an Error that names the key if it cannot be read. */
  decode(kv: Pick<KeyValue, 'key' | 'value' | 'modRevision'>): DeepReadonly<T>;
}

/**
 * Turns objects of one kind into stored values and back. Values are the JSON of the hub version, without
 * resourceVersion, which is the revision of the store.
 */
export class ObjectCodec<T extends KubeObject> implements StorageCodec<T> {
  private readonly scheme: Scheme;
  private readonly kind: GroupVersionKind;
  /** What this process wrote lately, so that nobody decodes it again when the store hands the same bytes back. */
  private readonly written = new WeakMap<Uint8Array, DeepReadonly<T>>();

  constructor(scheme: Scheme, kind: GroupVersionKind) {
    this.scheme = scheme;
    this.kind = kind;
  }

  /** The value to store. The object must not be changed afterwards. */
  encode(object: DeepReadonly<T>): Uint8Array {
    const stored = withResourceVersion(object, undefined);
    const value = encoder.encode(JSON.stringify(stored));
    this.written.set(value, stored);
    return value;
  }

  /** The object of a stored value; throws an Error that names the key if it cannot be read. */
  decode(kv: Pick<KeyValue, 'key' | 'value' | 'modRevision'>): DeepReadonly<T> {
    const object = this.written.get(kv.value) ?? this.parse(kv);
    return withResourceVersion(object, String(kv.modRevision));
  }

  private parse(kv: Pick<KeyValue, 'key' | 'value'>): DeepReadonly<T> {
    try {
      const json: unknown = JSON.parse(decoder.decode(kv.value));
      return this.scheme.decode(json, this.kind).object as unknown as DeepReadonly<T>;
    } catch (err) {
      const isProtobuf = kv.value[0] === 0x6b && kv.value[1] === 0x38 && kv.value[2] === 0x73 && kv.value[3] === 0;
      const hint = isProtobuf ? 'it is stored as protobuf, and only JSON can be read' : (err as Error).message;
      throw new Error(`cannot decode the stored object ${kv.key}: ${hint}`, { cause: err });
    }
  }
}

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
