import type { ConfigMap, Secret } from '@kubescript/api/core/v1';
import type { Info } from '@kubescript/cli-runtime';

import { writeMaps, writeName } from './metadata.ts';
import type { DescribeWriter } from './writer.ts';

/** Writes a ConfigMap with its data. */
export function describeConfigMap(writer: DescribeWriter, info: Info): void {
  const { metadata, data = {}, binaryData = {} } = info.object as unknown as ConfigMap;
  writeName(writer, metadata);
  writeMaps(writer, metadata);
  writer.raw('\nData\n====');
  for (const [key, value] of Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.raw(`${key}:\n----\n${value}\n\n`);
  }
  writer.raw('\nBinaryData\n====');
  for (const [key, value] of Object.entries(binaryData)) {
    writer.raw(`${key}: ${String(Buffer.from(value, 'base64').length)} bytes`);
  }
  writer.line(0, '');
}

/** Writes a Secret without its content. */
export function describeSecret(writer: DescribeWriter, info: Info): void {
  const { metadata, data = {}, type = '' } = info.object as unknown as Secret;
  writeName(writer, metadata);
  writeMaps(writer, metadata);
  writer.line(0, '');
  writer.field(0, 'Type:', type);
  writer.raw('\nData\n====');
  for (const [key, value] of Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.field(0, `${key}:`, `${String(Buffer.from(value, 'base64').length)} bytes`);
  }
}
