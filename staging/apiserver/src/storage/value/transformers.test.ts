import { createCipheriv, createHmac } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { realClock } from '@kubescript/apimachinery';

import { aesCbcTransformer, aesGcmTransformer, extendedNonceGcmTransformer } from './aes.ts';
import { parseEncryptionConfiguration } from './encryption-configuration.ts';
import { ResourceTransformers } from './resource-transformers.ts';
import { secretboxTransformer } from './secretbox.ts';
import { type Transformed, type ValueTransformer, identityTransformer, prefixTransformers } from './transformer.ts';

const key = (size: number, fill = 1): Buffer => Buffer.alloc(size, fill);
const base64 = (bytes: Buffer): string => bytes.toString('base64');
const where = '/registry/secrets/default/a';

const ciphers: readonly { readonly name: string; readonly transformer: ValueTransformer; readonly isBound: boolean }[] =
  [
    { name: 'aescbc-128', transformer: aesCbcTransformer(key(16)), isBound: false },
    { name: 'aescbc-256', transformer: aesCbcTransformer(key(32)), isBound: false },
    { name: 'aesgcm-192', transformer: aesGcmTransformer(key(24)), isBound: true },
    { name: 'extended nonce', transformer: extendedNonceGcmTransformer(key(32)), isBound: true },
    { name: 'secretbox', transformer: secretboxTransformer(key(32)), isBound: false },
  ];

describe.each(ciphers)('$name', ({ transformer, isBound }) => {
  test('reads what it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        const stored = transformer.toStorage(data, where) as Uint8Array;
        const read = transformer.fromStorage(stored, where) as Transformed;
        expect(Buffer.from(read.data).equals(data)).toBe(true);
        expect(read.isStale).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test('writes the same value differently each time', () => {
    const data = Buffer.from('value');
    const [a, b] = [transformer.toStorage(data, where), transformer.toStorage(data, where)] as Buffer[];
    expect(a?.equals(b ?? Buffer.alloc(0))).toBe(false);
  });

  test('refuses what is too short', () => {
    expect(() => transformer.fromStorage(Buffer.from('x'), where)).toThrow();
  });

  test.runIf(isBound)('refuses a value that was moved to another key', () => {
    const stored = transformer.toStorage(Buffer.from('value'), where) as Uint8Array;
    expect(() => transformer.fromStorage(stored, '/registry/secrets/default/b')).toThrow('authentication failed');
  });
});

test('the formats are those of the Go API server', () => {
  const iv = Buffer.alloc(16, 7);
  const cbc = createCipheriv('aes-256-cbc', key(32), iv);
  const stored = Buffer.concat([iv, cbc.update('hello'), cbc.final()]);
  expect(text(aesCbcTransformer(key(32)).fromStorage(stored, where))).toBe('hello');

  const info = Buffer.alloc(32, 9);
  const nonce = Buffer.alloc(12, 3);
  // HKDF-Expand of RFC 5869 to one hash length.
  const derived = createHmac('sha256', key(32))
    .update(Buffer.concat([info, Buffer.of(1)]))
    .digest();
  const gcm = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(where));
  const sealed = Buffer.concat([info, nonce, gcm.update('hello'), gcm.final(), gcm.getAuthTag()]);
  expect(text(extendedNonceGcmTransformer(key(32)).fromStorage(sealed, where))).toBe('hello');

  // NaCl's secretbox of "hello" under a key of ones and a nonce of twos (computed with tweetnacl 1.0.3).
  const box = Buffer.concat([Buffer.alloc(24, 2), Buffer.from('691178a0a6e933cf40579c1446303bc59500b29111', 'hex')]);
  expect(text(secretboxTransformer(key(32)).fromStorage(box, where))).toBe('hello');
});

const text = (result: Transformed | Promise<Transformed>): string =>
  Buffer.from((result as Transformed).data).toString();

test('the first provider writes, the others only read, and what they read is stale', () => {
  const old = { prefix: 'old:', transformer: aesGcmTransformer(key(32, 1)) };
  const current = { prefix: 'new:', transformer: aesGcmTransformer(key(32, 2)) };
  const before = prefixTransformers('none', [old]).toStorage(Buffer.from('v'), where) as Buffer;
  const both = prefixTransformers('none', [current, old]);
  expect(before.subarray(0, 4).toString()).toBe('old:');
  expect(both.fromStorage(before, where)).toMatchObject({ isStale: true });
  expect(both.fromStorage(both.toStorage(Buffer.from('v'), where) as Buffer, where)).toMatchObject({ isStale: false });
  expect(() => both.fromStorage(Buffer.from('plain'), where)).toThrow('none');
});

test('an identity reads plain values, lets others read encrypted ones, and refuses them alone', () => {
  const cipher = { prefix: 'k8s:enc:aesgcm:v1:a:', transformer: aesGcmTransformer(key(16)) };
  const identity = { prefix: '', transformer: identityTransformer };
  const encrypted = prefixTransformers('', [cipher]).toStorage(Buffer.from('v'), where) as Buffer;
  const leaving = prefixTransformers('no matching prefix found', [identity, cipher]);
  expect(text(leaving.fromStorage(encrypted, where))).toBe('v');
  expect(leaving.fromStorage(Buffer.from('{}'), where)).toMatchObject({ isStale: false });
  const entering = prefixTransformers('', [cipher, identity]);
  expect(entering.fromStorage(Buffer.from('{}'), where)).toMatchObject({ isStale: true });
  expect(() => identityTransformer.fromStorage(encrypted, where)).toThrow(
    'identity transformer tried to read encrypted data',
  );
});

const head = 'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n';
const resources = (...names: string[]): string => JSON.stringify(names);
const configuration = (names: string, providers: string): string =>
  `${head}resources: [{resources: ${names}, providers: ${providers}}]`;
const aes = (secret: string): string => `[{aescbc: {keys: [{name: k, secret: "${secret}"}]}}]`;

test.each([
  {
    name: 'no resources',
    text: `${head}resources: []`,
    want: 'resources: Required value: at least one resources is required',
  },
  {
    name: 'an unknown field',
    text: `${head}resources: []\ncolour: red`,
    want: 'strict decoding error: unknown field "colour"',
  },
  {
    name: 'a short key',
    text: configuration(resources('secrets'), aes(base64(key(8)))),
    want: 'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 8, expected one of [16 24 32]',
  },
  {
    name: 'a key that is not base64',
    text: configuration(resources('secrets'), aes('!!!')),
    want: 'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded',
  },
  {
    name: 'overlapping resources',
    text: configuration(resources('secrets', '*.'), '[{identity: {}}]'),
    want: 'is not allowed as they will be masked',
  },
  {
    name: 'duplicate resources',
    text: configuration(resources('secrets', 'secrets'), '[{identity: {}}]'),
    want: 'the same resource cannot be specified multiple times',
  },
  {
    name: 'a star',
    text: configuration(resources('*'), '[{identity: {}}]'),
    want: "use '*.' to encrypt all the resources",
  },
  {
    name: 'capitals',
    text: configuration(resources('Secrets'), '[{identity: {}}]'),
    want: 'resource name should not contain capital letters',
  },
  {
    name: 'events of the wrong group',
    text: configuration(resources('events.events.k8s.io'), '[{identity: {}}]'),
    want: "Use 'events' instead in the config file",
  },
  {
    name: 'two providers in one',
    text: configuration(
      resources('secrets'),
      '[{identity: {}, kms: {apiVersion: v2, name: a, endpoint: "unix:///a"}}]',
    ),
    want: 'more than one provider specified in a single element',
  },
  {
    name: 'no provider',
    text: configuration(resources('secrets'), '[{}]'),
    want: 'does not contain any of the expected',
  },
  {
    name: 'a plugin over TCP',
    text: configuration(resources('secrets'), '[{kms: {apiVersion: v2, name: a, endpoint: "tcp://a"}}]'),
    want: 'unsupported scheme "tcp" for KMS provider, only unix is supported',
  },
])('refuses $name', ({ text: document, want }) => {
  expect(() => parseEncryptionConfiguration(document, false)).toThrow(want);
});

test('a resource is stored as it is named, else as its group is, else as everything is', async () => {
  const provider = (fill: number): string =>
    `[{aesgcm: {keys: [{name: "${String(fill)}", secret: "${base64(key(16, fill))}"}]}}]`;
  const parsed = parseEncryptionConfiguration(
    `${head}resources:
- {resources: [secrets], providers: ${provider(1)}}
- {resources: ["*.apps"], providers: ${provider(2)}}
- {resources: ["*.*"], providers: ${provider(3)}}`,
    false,
  );
  await using transformers = await ResourceTransformers.open(parsed, deps);
  const prefixFor = (group: string, resource: string): string =>
    Buffer.from(transformers.for({ group, resource }).toStorage(Buffer.from(''), where) as Uint8Array)
      .subarray(0, 20)
      .toString();
  expect(prefixFor('', 'secrets')).toBe('k8s:enc:aesgcm:v1:1:');
  expect(prefixFor('apps', 'deployments')).toBe('k8s:enc:aesgcm:v1:2:');
  expect(prefixFor('', 'configmaps')).toBe('k8s:enc:aesgcm:v1:3:');
});

const deps = {
  clock: realClock,
  metrics: { onCacheMiss: () => undefined, onDataKey: () => undefined },
  connectKms: () => {
    throw new Error('there is no plugin');
  },
};

test('version 1 of KMS has to be asked for', async () => {
  const parsed = parseEncryptionConfiguration(
    configuration(resources('secrets'), '[{kms: {name: a, endpoint: "unix:///a"}}]'),
    false,
  );
  await expect(ResourceTransformers.open(parsed, deps)).rejects.toThrow('KMSv1 is deprecated');
});
