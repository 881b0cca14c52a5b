import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Server, ServerCredentials } from '@grpc/grpc-js';
import { expect, test } from 'vitest';

import { sendRaw, startTestServer } from '../testing/index.ts';

test('requests are traced, with what happens in them, as part of the trace of the caller', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tracing-'));
  const received: string[] = [];
  const collector = new Server();
  const raw = (bytes: Buffer): Buffer => bytes;
  const exportMethod = {
    path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    requestStream: false,
    responseStream: false,
    requestSerialize: raw,
    requestDeserialize: raw,
    responseSerialize: raw,
    responseDeserialize: raw,
  } as const;
  collector.addService(
    { Export: exportMethod },
    {
      Export: (call: { request: Buffer }, done: (error: null, response: Buffer) => void) => {
        received.push(call.request.toString('latin1'));
        done(null, Buffer.alloc(0));
      },
    },
  );
  const socket = join(directory, 'otel.sock');
  await new Promise<void>((resolve) => {
    collector.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), () => {
      resolve();
    });
  });
  const tracingConfigFile = join(directory, 'tracing.yaml');
  writeFileSync(
    tracingConfigFile,
    `apiVersion: apiserver.config.k8s.io/v1\nkind: TracingConfiguration\nendpoint: unix://${socket}\n`,
  );
  try {
    {
      await using server = await startTestServer({ traces: { tracingConfigFile } });
      await sendRaw(server, 'POST', '/api/v1/namespaces/default/configmaps', {
        body: { metadata: { name: 'traced' } },
        headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      });
      await sendRaw(server, 'GET', '/version');
    }
    const all = received.join('');
    for (const name of [
      'POST /api/v1/namespaces/{:namespace}/configmaps',
      'authentication',
      'admission admit',
      'storage create',
    ]) {
      expect(all).toContain(name);
    }
    expect(all).toContain(Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex').toString('latin1'));
    expect(all).not.toContain('GET /version');
  } finally {
    collector.forceShutdown();
    rmSync(directory, { recursive: true, force: true });
  }
}, 30_000);
