import {
  type DeepReadonly,
  type GroupVersionKind,
  type KubeObject,
  apiVersionOf,
  newProtobufCodec,
} from '@kubescript/apimachinery';
import { type EncodedObject, versionedObject } from '@kubescript/apiserver';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { arbitraryObject } from '../testing/arbitrary-object.ts';
import { newApiScheme } from './api-scheme.ts';

const scheme = newApiScheme();
const codec = newProtobufCodec(scheme.schemas);
const kinds = scheme.schemas.kinds().filter((kind) => scheme.hubOf(kind) !== undefined);
const storedKinds = kinds.filter(isStored);
const runs = { numRuns: 6 };

function isStored(kind: GroupVersionKind): boolean {
  const hub = scheme.hubOf(kind);
  return hub !== undefined && apiVersionOf(hub) === apiVersionOf(kind);
}

const decode = (value: unknown, kind: GroupVersionKind): KubeObject => scheme.decode(value, kind).object;
const undefaulted = (value: unknown, kind: GroupVersionKind): KubeObject =>
  scheme.decode(value, kind, { skipDefaults: true }).object;

/** What a cache has of an object once it kept only the JSON that it serves. */
function restored(object: KubeObject, kind: GroupVersionKind): DeepReadonly<KubeObject> | undefined {
  let again: DeepReadonly<KubeObject> | undefined;
  let json = new Uint8Array();
  const item: EncodedObject = {
    object,
    encoding: (_key, make) => (json = Uint8Array.from(make(object))),
    derived: (_key, make) => make(object),
    letGo(_key, restore) {
      again = restore(json);
    },
  };
  versionedObject(item, kind, scheme).json();
  return again;
}

test('the kinds of every group are there', () => {
  expect(new Set(kinds.map(({ group }) => group)).size).toBeGreaterThan(20);
  expect(storedKinds.length).toBeGreaterThan(100);
});

describe.each(kinds)('$group/$version $kind', (kind) => {
  const objects = arbitraryObject(scheme.schemas, kind);

  test('decoding a decoded object changes nothing', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const once = decode(object, kind);
        expect(decode(structuredClone(once), kind)).toEqual(once);
      }),
      runs,
    );
  });

  test('protobuf carries everything that JSON does', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const decoded = undefaulted(object, kind);
        expect(undefaulted(codec.decode(codec.encode(decoded)), kind)).toEqual(decoded);
      }),
      runs,
    );
  });

  test.runIf(isStored(kind))('an object is made again from the JSON that is served of it', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const decoded = decode(object, kind);
        expect(restored(decoded, kind)).toEqual(decoded);
      }),
      runs,
    );
  });
});
