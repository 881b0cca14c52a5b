import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { realClock } from '@kubescript/apimachinery';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Transformed } from '../transformer.ts';
import { KmsProvider, statusProblem } from './kms-provider.ts';
import { connectKms } from './kms-service.ts';
import { decodeEncryptedObject, dekSourceTypes, encodeEncryptedObject } from './messages.ts';

const where = '/registry/secrets/default/a';
let directory: string;
let plugin: Server;
let keyId: string;
let healthz: string;
let calls: string[];

const mask = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
const raw = (bytes: Buffer): Buffer => bytes;
const method = (name: string): ServiceDefinition[string] => ({
  path: `/v2.KeyManagementService/${name}`,
  requestStream: false,
  responseStream: false,
  requestSerialize: raw,
  requestDeserialize: raw,
  responseSerialize: raw,
  responseDeserialize: raw,
});

/** The first bytes field 1 of a message. */
function firstField(message: Uint8Array): Uint8Array {
  const reader = new BinaryReader(message);
  reader.tag();
  return reader.bytes();
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kms-'));
  [keyId, healthz, calls] = ['key-1', 'ok', []];
  plugin = new Server();
  const answer = (name: string, make: (request: Buffer) => BinaryWriter) =>
    [
      name,
      (call: { request: Buffer }, done: (error: null, response: Buffer) => void) => {
        calls.push(name);
        done(null, Buffer.from(make(call.request).finish()));
      },
    ] as const;
  plugin.addService(
    { Status: method('Status'), Encrypt: method('Encrypt'), Decrypt: method('Decrypt') },
    Object.fromEntries([
      answer('Status', () =>
        new BinaryWriter()
          .tag(1, WireType.LengthDelimited)
          .string('v2')
          .tag(2, WireType.LengthDelimited)
          .string(healthz)
          .tag(3, WireType.LengthDelimited)
          .string(keyId),
      ),
      answer('Encrypt', (request) =>
        new BinaryWriter()
          .tag(1, WireType.LengthDelimited)
          .bytes(mask(firstField(request)))
          .tag(2, WireType.LengthDelimited)
          .string(keyId)
          .tag(3, WireType.LengthDelimited)
          .fork()
          .tag(1, WireType.LengthDelimited)
          .string('kms.example/a')
          .tag(2, WireType.LengthDelimited)
          .bytes(Buffer.from('note'))
          .join(),
      ),
      answer('Decrypt', (request) =>
        new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(mask(firstField(request))),
      ),
    ]),
  );
  await new Promise<void>((resolve, reject) => {
    plugin.bindAsync(`unix:${directory}/kms.sock`, ServerCredentials.createInsecure(), (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
});

afterEach(() => {
  plugin.forceShutdown();
  rmSync(directory, { recursive: true, force: true });
});

const misses: number[] = [];
const keys: boolean[] = [];
const open = async (): Promise<KmsProvider> => {
  const service = connectKms(`unix://${directory}/kms.sock`, 3000);
  const provider = new KmsProvider('test', service, {
    clock: realClock,
    metrics: { onCacheMiss: () => void misses.push(1), onDataKey: (_, succeeded) => void keys.push(succeeded) },
  });
  await provider.start();
  return provider;
};
const text = (result: Transformed): string => Buffer.from(result.data).toString();

test('the plugin is asked for one seed, not for each value', async () => {
  await using provider = await open();
  const values = ['a', 'b', 'c'].map((value) => provider.transformer.toStorage(Buffer.from(value), where));
  const read = values.map((value) => text(provider.transformer.fromStorage(value, where) as Transformed));
  expect(read).toEqual(['a', 'b', 'c']);
  expect(calls).toEqual(['Status', 'Encrypt']);
  expect(keys).toEqual([true]);
  const object = decodeEncryptedObject(values[0] ?? new Uint8Array());
  expect(object).toMatchObject({ keyId: 'key-1', dekSourceType: dekSourceTypes.hkdfSha256XnonceAesGcmSeed });
  expect(Buffer.from(object.annotations['kms.example/a'] ?? []).toString()).toBe('note');
  expect(encodeEncryptedObject(object)).toEqual(values[0]);
});

test('another process asks the plugin once for the seed of a value', async () => {
  const first = await open();
  const stored = [1, 2].map(() => first.transformer.toStorage(Buffer.from('v'), where));
  await first[Symbol.asyncDispose]();
  await using second = await open();
  calls = [];
  for (const value of stored) expect(text(await second.transformer.fromStorage(value, where))).toBe('v');
  expect(calls).toEqual(['Decrypt']);
});

test('values of an older key are stale', async () => {
  const first = await open();
  const stored = first.transformer.toStorage(Buffer.from('v'), where);
  await first[Symbol.asyncDispose]();
  keyId = 'key-2';
  await using second = await open();
  expect(await second.transformer.fromStorage(stored, where)).toMatchObject({ isStale: true });
  const rewritten = second.transformer.toStorage(Buffer.from('v'), where);
  expect(await second.transformer.fromStorage(rewritten, where)).toMatchObject({ isStale: false });
});

test('a plugin that is not well fails the health check and writes', async () => {
  healthz = 'sick';
  await using provider = await open();
  await expect(provider.checkHealth()).rejects.toThrow(
    'kmsv2 Provider test is not healthy, error: got unexpected healthz status: sick',
  );
  expect(() => provider.transformer.toStorage(Buffer.from('v'), where)).toThrow('has given no key yet');
});

test.each([
  { status: { healthz: 'ok', version: 'v2', keyId: 'a' }, want: undefined },
  {
    status: { healthz: 'no', version: 'v1', keyId: '' },
    want: 'kmsv2 Provider p is not healthy, error: [got unexpected healthz status: no, expected KMSv2 API version v2, got v1, expected KMSv2 KeyID to be set, got empty]',
  },
])('status $status', ({ status, want }) => {
  expect(statusProblem('p', status)).toBe(want);
});

test('malformed values are refused', async () => {
  await using provider = await open();
  const object = { encryptedData: Buffer.of(1), keyId: 'k', encryptedDekSource: Buffer.of(1), annotations: {} };
  const read = (change: object): unknown =>
    provider.transformer.fromStorage(encodeEncryptedObject({ ...object, dekSourceType: 1, ...change }), where);
  expect(() => read({ dekSourceType: 7 })).toThrow('unknown encryptedDEKSourceType: 7');
  expect(() => read({ encryptedData: Buffer.of() })).toThrow('encrypted data is empty');
  expect(() => read({ keyId: '' })).toThrow('failed to validate key id: keyID is empty');
  expect(() => read({ encryptedDekSource: Buffer.alloc(2000) })).toThrow('failed to validate encrypted DEK source');
});
