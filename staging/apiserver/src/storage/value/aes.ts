import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

import type { Transformed, ValueTransformer } from './transformer.ts';

const blockSize = 16;
const nonceSize = 12;
const tagSize = 16;
/** The part of a value from which, with the seed, its key is made. */
const infoSize = 32;
const minSeedSize = 32;

/**
 * AES in CBC mode with PKCS#7 padding: a random IV, then the ciphertext. Not bound to the key of the value.
 *
 * @go k8s.io/apiserver/pkg/storage/value/encrypt/aes#NewCBCTransformer
 */
export function aesCbcTransformer(key: Uint8Array): ValueTransformer {
  const cipher = `aes-${String(key.length * 8)}-cbc`;
  return {
    fromStorage(data) {
      if (data.length < blockSize) throw new Error('the stored data was shorter than the required size');
      if ((data.length - blockSize) % blockSize !== 0) {
        throw new Error('the stored data is not a multiple of the block size');
      }
      const decipher = createDecipheriv(cipher, key, data.subarray(0, blockSize));
      return fresh(concat(decipher.update(data.subarray(blockSize)), finish(decipher, 'invalid padding on input')));
    },
    toStorage(data) {
      const iv = randomBytes(blockSize);
      const encipher = createCipheriv(cipher, key, iv);
      return Buffer.concat([iv, encipher.update(data), encipher.final()]);
    },
  };
}

/**
 * AES in GCM mode: a random nonce, the ciphertext and its tag, bound to the key of the value.
 *
 * @go k8s.io/apiserver/pkg/storage/value/encrypt/aes#NewGCMTransformer
 */
export function aesGcmTransformer(key: Uint8Array): ValueTransformer {
  const cipher = gcmName(key);
  return {
    fromStorage(data, context) {
      if (data.length < nonceSize + tagSize) throw new Error('the stored data was shorter than the required size');
      const end = data.length - tagSize;
      const decipher = createDecipheriv(cipher, key, data.subarray(0, nonceSize));
      decipher.setAAD(Buffer.from(context)).setAuthTag(data.subarray(end));
      const text = decipher.update(data.subarray(nonceSize, end));
      return fresh(concat(text, finish(decipher, 'cipher: message authentication failed')));
    },
    toStorage(data, context) {
      const nonce = randomBytes(nonceSize);
      const encipher = createCipheriv(cipher, key, nonce);
      encipher.setAAD(Buffer.from(context));
      const text = Buffer.concat([encipher.update(data), encipher.final()]);
      return Buffer.concat([nonce, text, encipher.getAuthTag()]);
    },
  };
}

const gcmName = (key: Uint8Array): 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm' => {
  if (key.length === 16) return 'aes-128-gcm';
  return key.length === 24 ? 'aes-192-gcm' : 'aes-256-gcm';
};

/**
 * AES-GCM with a key of its own for each value, made from a seed and random bytes that stand before the value, so that
 * nonces cannot repeat however much is written.
 *
 * @go k8s.io/apiserver/pkg/storage/value/encrypt/aes#NewHKDFExtendedNonceGCMTransformer
 */
export function extendedNonceGcmTransformer(seed: Uint8Array): ValueTransformer {
  if (seed.length < minSeedSize) {
    throw new Error(`invalid seed length ${String(seed.length)} used for key generation`);
  }
  const keyOf = (info: Uint8Array): ValueTransformer =>
    aesGcmTransformer(createHmac('sha256', seed).update(info).update(Uint8Array.of(1)).digest());
  return {
    fromStorage(data, context) {
      if (data.length < infoSize) throw new Error('the stored data was shorter than the required size');
      return keyOf(data.subarray(0, infoSize)).fromStorage(data.subarray(infoSize), context);
    },
    toStorage(data, context) {
      const info = randomBytes(infoSize);
      return Buffer.concat([info, keyOf(info).toStorage(data, context) as Uint8Array]);
    },
  };
}

function finish(decipher: { final(): Buffer }, message: string): Buffer {
  try {
    return decipher.final();
  } catch (error) {
    throw new Error(message, { cause: error });
  }
}

const concat = (a: Buffer, b: Buffer): Buffer => (b.length === 0 ? a : Buffer.concat([a, b]));

const fresh = (data: Uint8Array): Transformed => ({ data, isStale: false });
