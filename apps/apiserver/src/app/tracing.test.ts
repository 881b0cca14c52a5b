import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Server, ServerCredentials } from '@grpc/grpc-js';
import { expect, test } from 'vitest';

import { type TestServer, sendRaw, startTestServer } from '../testing/index.ts';
import { startWebhookServer } from '../testing/webhook-server.ts';

/** What a webhook is told of the trace of the request that it is asked about. */
async function traceparentOfWebhook(server: TestServer): Promise<string | undefined> {
  await using hooks = await startWebhookServer({ '/allow': () => ({ allowed: true }) });
  await sendRaw(server, 'POST', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
    body: {
      metadata: { name: 'traced' },
      webhooks: [
        {
          name: 'traced.example.com',
          clientConfig: { url: hooks.url('/allow'), caBundle: hooks.caBundle },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    },
  });
  await expect
    .poll(
      async () => {
        await sendRaw(server, 'POST', '/api/v1/namespaces/default/configmaps?dryRun=All', {
          body: { metadata: { name: 'hooked' } },
          headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
        });
        return hooks.asked.length;
      },
      { timeout: 5000 },
    )
    .toBeGreaterThan(0);
  return hooks.asked[0]?.traceparent;
}

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
      expect(await traceparentOfWebhook(server)).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
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
