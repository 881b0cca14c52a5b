import { randomBytes } from 'node:crypto';

import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';

import type { ValueTransformer } from './transformer.ts';

const nonceSize = 24;

/**
 * XSalsa20 and Poly1305 as NaCl's secretbox: a random nonce, then the box.
 *
 * @go k8s.io/apiserver/pkg/storage/value/encrypt/secretbox#NewSecretboxTransformer
 */
export function secretboxTransformer(key: Uint8Array): ValueTransformer {
  return {
    fromStorage(data) {
      if (data.length < nonceSize) throw new Error('the stored data was shorter than the required size');
      try {
        const text = xsalsa20poly1305(key, data.subarray(0, nonceSize)).decrypt(data.subarray(nonceSize));
        return { data: text, isStale: false };
      } catch (error) {
        throw new Error('the stored data cannot be decrypted', { cause: error });
      }
    },
    toStorage(data) {
      const nonce = randomBytes(nonceSize);
      return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(data)]);
    },
  };
}
