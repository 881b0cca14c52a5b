import { Client, credentials } from '@grpc/grpc-js';

import {
  type KmsEncrypted,
  type KmsStatus,
  decodeDecryptResponse,
  decodeEncryptResponse,
  decodeStatus,
  encodeDecryptRequest,
  encodeEncryptRequest,
} from './messages.ts';

/** A plugin that keeps keys and encrypts the keys of values with them. @go k8s.io/kms/pkg/service#Service */
export interface KmsService extends Disposable {
  status(): Promise<KmsStatus>;
  encrypt(uid: string, plaintext: Uint8Array): Promise<KmsEncrypted>;
  decrypt(uid: string, encrypted: KmsEncrypted): Promise<Uint8Array>;
}

const service = '/v2.KeyManagementService';
const identity = (bytes: Buffer): Buffer => bytes;

/** A plugin behind a Unix socket (`unix:///run/kms.sock`); each call takes `timeoutMs` at most. */
export function connectKms(endpoint: string, timeoutMs: number): KmsService {
  // A name that starts with @ is of the abstract namespace.
  const path = endpoint.replace(/^unix:(\/\/)?/, '').replace(/^\/@/, '@');
  const target = path.startsWith('@') ? `unix-abstract:${path.slice(1)}` : `unix:${path}`;
  const client = new Client(target, credentials.createInsecure(), { 'grpc.default_authority': 'localhost' });
  const call = <R>(method: string, request: Uint8Array, decode: (bytes: Uint8Array) => R): Promise<R> =>
    new Promise((resolve, reject) => {
      const deadline = Date.now() + timeoutMs;
      client.makeUnaryRequest(
        `${service}/${method}`,
        identity,
        decode,
        Buffer.from(request),
        { deadline },
        (error, response) => {
          if (error !== null) reject(error);
          else if (response === undefined) reject(new Error(`the KMS plugin gave no answer to ${method}`));
          else resolve(response);
        },
      );
    });
  return {
    status: () => call('Status', new Uint8Array(0), decodeStatus),
    encrypt: (uid, plaintext) => call('Encrypt', encodeEncryptRequest(plaintext, uid), decodeEncryptResponse),
    decrypt: (uid, encrypted) => call('Decrypt', encodeDecryptRequest(encrypted, uid), decodeDecryptResponse),
    [Symbol.dispose]: () => {
      client.close();
    },
  };
}
