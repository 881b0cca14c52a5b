import { newScheme, newTypeSchemas } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import { goJson } from '../util/go-json.ts';
import type { EncodedItem } from './encoded-item.ts';
import { ObjectCodec, storedItem } from './object-codec.ts';
import { servedJsonKey } from './served-json.ts';

const schemas = newTypeSchemas([
  {
    prefix: 'test.v1',
    group: '',
    version: 'v1',
    kinds: ['Widget'],
    structs: {
      Widget: '\nkind string\napiVersion string\nmetadata ~Meta e\nspec ~Spec',
      Meta: '\nname string\nuid string\nresourceVersion string\nlabels {}string',
      Spec: '\nnote string\nparts []string r',
    },
  },
]);
const kind = { group: '', version: 'v1', kind: 'Widget' };
const scheme = newScheme({ schemas, versions: [{ group: '', version: 'v1' }], defaults: {}, conversions: [] });
const key = servedJsonKey(kind);
const never = (): Uint8Array => {
  throw new Error('the object was encoded again');
};
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const labels = { quoted: '"uid":"no"', other: 'ü<&>' };
const widget = {
  kind: 'Widget',
  apiVersion: 'v1',
  metadata: { labels, uid: '7', name: 'a"b' },
  spec: { parts: [], note: ',"resourceVersion":"1"' },
};

function written(): EncodedItem {
  const codec = new ObjectCodec(scheme, kind);
  return storedItem(codec, { key: '/registry/widgets/a', value: codec.encode(widget), modRevision: 12 });
}

test('what is served of a written object is what was stored, under its revision', () => {
  expect(text(written().encoding(key, never))).toBe(
    `{"metadata":{"name":"a\\"b","uid":"7","resourceVersion":"12","labels":${goJson(labels)}},` +
      `"spec":{"note":${goJson(widget.spec.note)},"parts":null}}`,
  );
});

test('the same under another resourceVersion is not encoded again either', () => {
  const item = written();
  const before = text(item.encoding(key, never));
  const later = item.underVersion('13');
  expect(text(later.encoding(key, never))).toBe(before.replace('"resourceVersion":"12"', '"resourceVersion":"13"'));
  expect(later.object.metadata).toMatchObject({ name: 'a"b', resourceVersion: '13' });
});

test('other encodings are made of the object', () => {
  const make = (object: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(object));
  expect(text(written().encoding('v2;application/json', make))).toContain('"resourceVersion":"12"');
});

test('an object without uid, and one that another wrote, are encoded when they are served', () => {
  const codec = new ObjectCodec(scheme, kind);
  const value = codec.encode({ ...widget, metadata: { name: 'a' } });
  const encoded = new Uint8Array([1]);
  const made = (kv: { value: Uint8Array }): Uint8Array =>
    storedItem(codec, { key: 'k', modRevision: 1, ...kv }).encoding(key, () => encoded);
  expect(made({ value })).toBe(encoded);
  expect(made({ value: new Uint8Array(value) })).toBe(encoded);
});
