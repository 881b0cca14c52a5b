/** What became of a stored value, and whether it would be stored in another form today. */
export interface Transformed {
  readonly data: Uint8Array;
  readonly isStale: boolean;
}

/**
 * Turns values into what is stored and back. `context` is the key of the value, to which some bind what they encrypt.
 * An answer comes at once wherever no other process has to be asked.
 *
 * @go k8s.io/apiserver/pkg/storage/value#Transformer
 */
export interface ValueTransformer {
  fromStorage(data: Uint8Array, context: string): Transformed | Promise<Transformed>;
  toStorage(data: Uint8Array, context: string): Uint8Array | Promise<Uint8Array>;
}

/** A transformer of values that start with a prefix. */
export interface PrefixTransformer {
  readonly prefix: string;
  readonly transformer: ValueTransformer;
}

const encryptedPrefix = Buffer.from('k8s:enc:');

/** Stores values as they are; refuses to read encrypted ones. @go storage/value/encrypt/identity */
export const identityTransformer: ValueTransformer = {
  fromStorage(data) {
    if (startsWith(data, encryptedPrefix)) throw new Error('identity transformer tried to read encrypted data');
    return { data, isStale: false };
  },
  toStorage: (data) => data,
};

/**
 * Writes with the first transformer and reads with the one whose prefix a value has; what another than the first
 * reads is stale. `noMatch` is the message for values that none of them reads.
 *
 * @go k8s.io/apiserver/pkg/storage/value#NewPrefixTransformers
 */
export function prefixTransformers(noMatch: string, transformers: readonly PrefixTransformer[]): ValueTransformer {
  const all = transformers.map(({ prefix, transformer }) => ({ prefix: Buffer.from(prefix), transformer }));
  return {
    fromStorage(data, context) {
      for (const [index, { prefix, transformer }] of all.entries()) {
        if (!startsWith(data, prefix)) continue;
        // An identity before the provider that wrote the value must not stand in its way.
        if (prefix.length === 0 && startsWith(data, encryptedPrefix)) continue;
        const result = transformer.fromStorage(data.subarray(prefix.length), context);
        return index === 0 ? result : stale(result);
      }
      throw new Error(noMatch);
    },
    toStorage(data, context) {
      const [first] = all;
      if (first === undefined) throw new Error(noMatch);
      const { prefix, transformer } = first;
      const result = transformer.toStorage(data, context);
      if (prefix.length === 0) return result;
      return result instanceof Promise
        ? result.then((bytes) => Buffer.concat([prefix, bytes]))
        : Buffer.concat([prefix, result]);
    },
  };
}

function stale(result: Transformed | Promise<Transformed>): Transformed | Promise<Transformed> {
  return result instanceof Promise
    ? result.then(({ data }) => ({ data, isStale: true }))
    : { data: result.data, isStale: true };
}

function startsWith(data: Uint8Array, prefix: Uint8Array): boolean {
  return data.length >= prefix.length && prefix.every((byte, index) => data[index] === byte);
}
