import { BinaryReader } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';

import { encodeTraces } from './otlp.ts';
import { type Span, Tracer, activeSpan, parseTraceParent, traceParentOf, traced } from './span.ts';
import { parseTracingConfiguration } from './tracing-configuration.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const header = `00-${traceId}-b7ad6b7169203331-01`;

test.each([
  { header, want: { traceId, spanId: 'b7ad6b7169203331', isSampled: true } },
  { header: header.replace(/01$/, '00'), want: { traceId, spanId: 'b7ad6b7169203331', isSampled: false } },
  { header: `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, want: undefined },
  { header: 'nonsense', want: undefined },
  { header: undefined, want: undefined },
])('traceparent $header', ({ header: text, want }) => {
  expect(parseTraceParent(text)).toEqual(want);
});

test('spans of one request are of one trace, each with its parent', async () => {
  const ended: Span[] = [];
  const tracer = new Tracer(0, (span) => void ended.push(span));
  await tracer.root('request', parseTraceParent(header), async () => {
    await traced('storage', async () => {
      await Promise.resolve();
      expect(activeSpan()?.name).toBe('storage');
    });
  });
  const [storage, request] = ended;
  expect(request).toMatchObject({ name: 'request', traceId, parentId: 'b7ad6b7169203331' });
  expect(storage).toMatchObject({ name: 'storage', traceId, parentId: request?.spanId });
  expect(request && traceParentOf(request)).toBe(`00-${traceId}-${request?.spanId ?? ''}-01`);
});

test('as many traces are recorded as was asked for, and failures say why', async () => {
  const ended: Span[] = [];
  const half = new Tracer(500_000, (span) => void ended.push(span));
  for (let i = 0; i < 2000; i++) await half.root('x', undefined, () => Promise.resolve());
  expect(ended.length).toBeGreaterThan(850);
  expect(ended.length).toBeLessThan(1150);
  const all = new Tracer(1_000_000, (span) => void ended.push(span));
  await expect(all.root('bad', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(ended.at(-1)?.error).toBe('no');
});

test('spans are encoded as OTLP', () => {
  const span: Span = {
    traceId,
    spanId: 'b7ad6b7169203331',
    parentId: undefined,
    name: 'GET /api',
    start: 1_000_000.5,
    end: 1_000_001,
    attributes: { 'http.status_code': 200, ok: true, 'http.method': 'GET' },
    error: 'no',
  };
  const bytes = encodeTraces([span], { 'service.name': 'apiserver' });
  const text = bytes.toString('latin1');
  for (const part of ['service.name', 'apiserver', 'GET /api', 'http.status_code', 'no']) expect(text).toContain(part);
  expect(text).toContain(Buffer.from(traceId, 'hex').toString('latin1'));
  const reader = new BinaryReader(bytes);
  expect(reader.tag()[0]).toBe(1);
  expect(reader.bytes().length + reader.pos - reader.len).toBeGreaterThan(0);
});

const head = 'apiVersion: apiserver.config.k8s.io/v1\nkind: TracingConfiguration\n';

test('the configuration has defaults and limits', () => {
  expect(parseTracingConfiguration(head)).toEqual({ endpoint: 'localhost:4317', samplingRatePerMillion: 0 });
  expect(() => parseTracingConfiguration(`${head}samplingRatePerMillion: 1000001`)).toThrow(
    'tracing.samplingRatePerMillion: Invalid value: 1000001: sampling rate per million must be less than or equal to one million',
  );
  expect(() => parseTracingConfiguration(`${head}endpoint: http://x`)).toThrow('unsupported scheme: http.');
  expect(() => parseTracingConfiguration(`${head}colour: red`)).toThrow('unknown field "colour"');
  expect(() => parseTracingConfiguration('kind: Pod')).toThrow('want kind "TracingConfiguration"');
});
