import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ApiPackage } from '../model.ts';
import { parseCrdPackage } from '../parse.ts';
import { crdYaml } from './crd-yaml.ts';
import { generateCrds } from './generate-crds.ts';
import { parseOptions } from './options.ts';

const testdata = join(import.meta.dirname, '../../testdata');

function packageOf(source: string, version = 'v1'): ApiPackage {
  const info = { path: `example/${version}`, group: 'example.com', version, openApiPrefix: 'com.example' };
  return parseCrdPackage(info, 'types.ts', source);
}

const kind = (markers: string, members = ''): string =>
  `/**\n * @resource widgets namespaced\n${markers}\n */\nexport interface Widget { ${members} }`;

test('a definition says all that the types say', async () => {
  const api = packageOf(readFileSync(join(testdata, 'crd.input.ts.txt'), 'utf8'));
  await expect(crdYaml(generateCrds([api]))).toMatchFileSnapshot(join(testdata, 'crd.output.yaml'));
});

test('packages of a group are versions, of which one is stored', () => {
  const old = packageOf(kind(' * @unserved\n * @deprecated use v2'), 'v1');
  const current = packageOf(kind(' * @storageVersion'), 'v2');
  const [crd] = generateCrds([old, current]);
  expect(crd?.spec['versions']).toMatchObject([
    { name: 'v1', served: false, storage: false, deprecated: true, deprecationWarning: 'use v2' },
    { name: 'v2', served: true, storage: true },
  ]);
  expect(() => generateCrds([old, packageOf(kind(''), 'v2')])).toThrow(
    'exactly one of its versions needs @storageVersion',
  );
});

test.each([
  { name: 'recursion', source: kind('', 'next?: Widget'), message: 'a structural schema cannot refer to itself' },
  { name: 'a type from elsewhere', source: kind('', 'pod?: PodSpec'), message: 'PodSpec is not declared beside it' },
  { name: 'an unknown marker', source: kind(' * @colour red'), message: 'unknown marker @colour' },
  { name: 'a column without a path', source: kind(' * @printColumn name=A type=string'), message: 'no jsonPath' },
  { name: 'a rule without a rule', source: kind(' * @validation message="no"'), message: 'no rule' },
  {
    name: 'an unknown subresource',
    source: kind('').replace('namespaced', 'namespaced subresources=log'),
    message: 'subresource log',
  },
])('$name is refused', ({ source, message }) => {
  expect(() => generateCrds([packageOf(source)])).toThrow(message);
});

test.each([
  { text: `a=1 b="x y" c='"'`, want: { a: '1', b: 'x y', c: '"' } },
  { text: `b="a \\"b\\" \\\\"`, want: { b: 'a "b" \\' } },
  { text: '', want: {} },
])('options $text', ({ text, want }) => {
  expect(Object.fromEntries(parseOptions('m', text, ['a', 'b', 'c']))).toEqual(want);
});

test.each(['a', 'a=1 b', 'd=1', 'a="x'])('options %s are refused', (text) => {
  expect(() => parseOptions('m', text, ['a', 'b', 'c'])).toThrow('@m: ');
});
