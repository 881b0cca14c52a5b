import { isJsonObject } from '@kubescript/apimachinery';
import { type Info, withoutManagedFields } from '@kubescript/cli-runtime';
import { formatValue } from '@kubescript/client';

import { type DescribeWriter, formatMapLines } from './writer.ts';

/** Writes every member of an object by its name, as kubectl does for kinds that it does not know. */
export function describeGeneric(writer: DescribeWriter, info: Info): void {
  const object = withoutManagedFields(info.object);
  if (object === undefined) return;
  const { metadata, apiVersion, kind, ...rest } = object;
  writer.field(0, 'Name:', metadata.name ?? '');
  writer.field(0, 'Namespace:', metadata.namespace ?? '');
  writer.lines(0, 'Labels:', formatMapLines(metadata.labels));
  writer.lines(0, 'Annotations:', formatMapLines(metadata.annotations, ': '));
  writer.field(0, 'API Version:', apiVersion ?? '');
  writer.field(0, 'Kind:', kind ?? '');
  const { name: _name, namespace: _namespace, labels: _labels, annotations: _annotations, ...others } = metadata;
  writeMembers(writer, 0, { metadata: others, ...rest });
}

function writeMembers(writer: DescribeWriter, level: number, object: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) {
    writeMember(writer, level, `${titleOf(key)}:`, value);
  }
}

function writeMember(writer: DescribeWriter, level: number, title: string, value: unknown): void {
  if (isJsonObject(value)) {
    writer.line(level, title);
    writeMembers(writer, level + 1, value);
  } else if (Array.isArray(value)) {
    writer.line(level, title);
    for (const item of value as unknown[]) {
      if (isJsonObject(item)) writeMembers(writer, level + 1, item);
      else writer.line(level + 1, String(item));
    }
  } else if (value !== null && value !== undefined) {
    writer.field(level, title, formatValue(value));
  }
}

/** `creationTimestamp` as `Creation Timestamp`. */
function titleOf(key: string): string {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
