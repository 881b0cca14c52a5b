import { expect, test } from 'vitest';

import {
  type ConfigFileType,
  durationField,
  intField,
  listField,
  objectField,
  parseConfig,
  textField,
} from './config-file.ts';

interface Sample {
  readonly name?: string;
  readonly wait?: number;
  readonly items?: readonly { readonly size?: number }[];
}

const sample: ConfigFileType<Sample> = {
  apiVersion: 'example.com/v1',
  kind: 'Sample',
  fields: { name: textField, wait: durationField, items: listField(objectField({ size: intField })) },
};
const header = 'apiVersion: example.com/v1\nkind: Sample\n';

test('a file is decoded, with durations as milliseconds', () => {
  const text = `${header}name: a\nwait: 1m30s\nitems: [{size: 3}]\n`;
  expect(parseConfig(text, sample)).toEqual({ name: 'a', wait: 90_000, items: [{ size: 3 }] });
});

test.each([
  [`${header}nam: a\n`, 'strict decoding error: unknown field "nam"'],
  [`${header}items: [{siz: 3}]\n`, 'strict decoding error: unknown field "items[0].siz"'],
  [`${header}name: 3\nwait: soon\n`, 'name: must be of type string, wait: must be a duration'],
  [`${header}name: a\nname: b\n`, 'Map keys must be unique'],
  ['kind: Sample\n', 'must be of apiVersion example.com/v1 and kind Sample'],
  [`${header}---\n${header}`, 'multiple documents'],
])('%j is refused', (text, message) => {
  expect(() => parseConfig(text, sample)).toThrow(message);
});
