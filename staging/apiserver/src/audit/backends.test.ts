import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { realClock } from '@kubescript/apimachinery';
import type { TransportRequest } from '@kubescript/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { AuditUnion, IgnoreErrorsBackend } from './audit.ts';
import { BatchAuditBackend } from './batch-backend.ts';
import type { AuditBackend, AuditEvent } from './event.ts';
import { AuditLogBackend, legacyLine } from './log-backend.ts';
import { RotatingFile, sortBackups } from './rotating-file.ts';
import { splitEvents } from './truncate-backend.ts';
import { AuditWebhookBackend } from './webhook-backend.ts';

const event: AuditEvent = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: 'id-1',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/pods?watch=1&x=<y>',
  verb: 'watch',
  user: { username: 'jane', groups: ['a', 'b'] },
  sourceIPs: ['10.0.0.1'],
  userAgent: 'kubectl',
  objectRef: { resource: 'pods', namespace: 'default' },
  responseStatus: { metadata: {}, code: 200 },
  requestReceivedTimestamp: '2026-01-02T03:04:05.000006Z',
  stageTimestamp: '2026-01-02T03:04:05.000006Z',
};

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'audit-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

class Recorder implements AuditBackend {
  readonly batches: string[][] = [];
  answer = true;

  processEvents(events: readonly AuditEvent[]): boolean {
    this.batches.push(events.map(({ auditID }) => auditID));
    return this.answer;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

const numbered = (id: number): AuditEvent => ({ ...event, auditID: String(id) });

test('the log holds a document a line, escaped as Go does', async () => {
  const path = join(directory, 'audit.log');
  const file = new RotatingFile({ ...rotation, path });
  const backend = new AuditLogBackend(file, 'json', () => undefined);
  expect(backend.processEvents([event, numbered(2)])).toBe(true);
  await backend[Symbol.asyncDispose]();
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"requestURI":"/api/v1/pods?watch=1\\u0026x=\\u003cy\\u003e"');
  expect(JSON.parse(lines[0] ?? '')).toEqual(event);
});

test('the legacy format is a line of text', () => {
  expect(legacyLine(event)).toBe(
    '2026-01-02T03:04:05.000006Z AUDIT: id="id-1" stage="ResponseComplete" ip="10.0.0.1" method="watch" user="jane" groups="a","b" as="<self>" asgroups=<lookup> user-agent="kubectl" namespace="default" uri="/api/v1/pods?watch=1&x=<y>" response="200"',
  );
});

test('a log that cannot be written says so', () => {
  const onError = vi.fn();
  const writer = {
    write: () => {
      throw new Error('disk full');
    },
    [Symbol.dispose]: () => undefined,
  };
  expect(new AuditLogBackend(writer, 'json', onError).processEvents([event])).toBe(false);
  expect(onError).toHaveBeenCalledOnce();
});

const rotation = {
  maxSize: 1,
  maxAge: 0,
  maxBackups: 2,
  compress: true,
  clock: realClock,
  onError: (error: unknown) => {
    throw error as Error;
  },
};

test('a large file is put aside, compressed, and only so many are kept', async () => {
  let now = Date.UTC(2026, 0, 2, 3, 4, 5);
  const clock = { ...realClock, now: () => (now += 1000) };
  const file = new RotatingFile({ ...rotation, clock, path: join(directory, 'audit.log') });
  const block = `${'x'.repeat(700 * 1024)}\n`;
  for (let i = 0; i < 5; i++) {
    file.write(block);
    await file.settled();
  }
  file[Symbol.dispose]();
  const names = readdirSync(directory).sort();
  expect(names).toHaveLength(3);
  expect(names.at(-1)).toBe('audit.log');
  expect(names[0]).toMatch(/^audit-2026-01-02T03-04-\d\d\.000\.log\.gz$/);
  expect(gunzipSync(readFileSync(join(directory, names[0] ?? ''))).toString()).toBe(block);
});

test('old files go by age', () => {
  const day = 24 * 3600 * 1000;
  const backups = [
    { path: 'new', time: 10 * day },
    { path: 'old', time: 2 * day },
  ];
  const sorted = sortBackups(backups, { maxAge: 5, maxBackups: 0, now: 11 * day });
  expect(sorted).toEqual({ drop: ['old'], keep: ['new'] });
});

test('batches are handed on when full, and the rest at the end', async () => {
  const sink = new Recorder();
  const dropped = vi.fn();
  const options = { bufferSize: 10, maxBatchSize: 2, maxBatchWait: 60_000 };
  const backend = new BatchAuditBackend(sink, options, { clock: realClock, onDropped: dropped });
  backend.processEvents([numbered(1)]);
  expect(sink.batches).toEqual([]);
  backend.processEvents([numbered(2), numbered(3)]);
  expect(sink.batches).toEqual([['1', '2']]);
  await backend[Symbol.asyncDispose]();
  expect(sink.batches).toEqual([['1', '2'], ['3']]);
  expect(dropped).not.toHaveBeenCalled();
});

test('a batch that is not full is handed on after the wait; what finds no room is dropped', async () => {
  vi.useFakeTimers();
  const sink = new Recorder();
  const dropped = vi.fn();
  const options = { bufferSize: 2, maxBatchSize: 5, maxBatchWait: 1000 };
  const backend = new BatchAuditBackend(sink, options, { clock: realClock, onDropped: dropped });
  backend.processEvents([numbered(1), numbered(2), numbered(3)]);
  expect(dropped).toHaveBeenCalledWith(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sink.batches).toEqual([['1', '2']]);
  await backend[Symbol.asyncDispose]();
});

test('large events lose their objects, larger ones are dropped, batches are split', () => {
  const big = { ...numbered(1), level: 'Request' as const, requestObject: 'x'.repeat(1000) };
  const huge = { ...numbered(2), userAgent: 'x'.repeat(1000) };
  const { batches, dropped } = splitEvents([big, huge, numbered(3), numbered(4)], {
    maxEventSize: 800,
    maxBatchSize: 900,
  });
  expect(dropped).toBe(1);
  expect(batches.map((batch) => batch.map(({ auditID }) => auditID))).toEqual([['1'], ['3'], ['4']]);
  expect(batches[0]?.[0]).not.toHaveProperty('requestObject');
  expect(batches[0]?.[0]?.annotations).toEqual({ 'audit.k8s.io/truncated': 'true' });
});

test('a union refuses if one backend does, unless its errors do not matter', async () => {
  const failing = new Recorder();
  failing.answer = false;
  expect(await new AuditUnion([new Recorder(), failing]).processEvents([event])).toBe(false);
  expect(await new AuditUnion([new IgnoreErrorsBackend(failing)]).processEvents([event])).toBe(true);
});

test('the webhook gets a list and is asked again when it fails', async () => {
  const sent: TransportRequest[] = [];
  const transport = {
    request: (request: TransportRequest) => {
      sent.push(request);
      return Promise.resolve({ status: sent.length === 1 ? 500 : 200, text: () => Promise.resolve('') });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const options = { path: '', initialBackoffMs: 1, clock: realClock, onLost: vi.fn() };
  const backend = new AuditWebhookBackend({ ...options, transport: transport as never });
  expect(await backend.processEvents([event])).toBe(true);
  expect(sent).toHaveLength(2);
  const { kind: _kind, apiVersion: _version, ...item } = event;
  expect(sent[1]?.body).toEqual({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {}, items: [item] });
});
