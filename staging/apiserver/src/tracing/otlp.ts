import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

import type { AttributeValue, Span } from './span.ts';

/** Kinds and states of spans. */
const serverKind = 2;
const internalKind = 1;
const errorCode = 2;

/** Spans as an ExportTraceServiceRequest. @see https://github.com/open-telemetry/opentelemetry-proto */
export function encodeTraces(spans: readonly Span[], resource: Readonly<Record<string, string>>): Buffer {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).fork();
  for (const [key, value] of Object.entries(resource)) writeAttribute(writer, 1, key, value);
  writer.join();
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string('k8s.io/apiserver');
  writer.join();
  for (const span of spans) writeSpan(writer, span);
  writer.join().join();
  return Buffer.from(writer.finish());
}

function writeSpan(writer: BinaryWriter, span: Span): void {
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).bytes(Buffer.from(span.traceId, 'hex'));
  writer.tag(2, WireType.LengthDelimited).bytes(Buffer.from(span.spanId, 'hex'));
  if (span.parentId !== undefined) writer.tag(4, WireType.LengthDelimited).bytes(Buffer.from(span.parentId, 'hex'));
  writer.tag(5, WireType.LengthDelimited).string(span.name);
  writer.tag(6, WireType.Varint).int32('http.method' in span.attributes ? serverKind : internalKind);
  writer.tag(7, WireType.Bit64).fixed64(nanos(span.start));
  writer.tag(8, WireType.Bit64).fixed64(nanos(span.end));
  for (const [key, value] of Object.entries(span.attributes)) writeAttribute(writer, 9, key, value);
  if (span.error !== undefined) {
    writer.tag(15, WireType.LengthDelimited).fork();
    writer.tag(2, WireType.LengthDelimited).string(span.error);
    writer.tag(3, WireType.Varint).int32(errorCode);
    writer.join();
  }
  writer.join();
}

function writeAttribute(writer: BinaryWriter, field: number, key: string, value: AttributeValue): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(key);
  writer.tag(2, WireType.LengthDelimited).fork();
  if (typeof value === 'string') writer.tag(1, WireType.LengthDelimited).string(value);
  else if (typeof value === 'boolean') writer.tag(2, WireType.Varint).bool(value);
  else writer.tag(3, WireType.Varint).int64(Math.trunc(value));
  writer.join().join();
}

const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);
