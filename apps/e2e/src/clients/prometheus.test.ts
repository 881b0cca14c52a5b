import { existsSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ApiClient } from '../framework/api-client.ts';
import { ApiServerProcess } from '../framework/api-server.ts';
import { waitFor } from '../framework/wait.ts';
import { PrometheusProcess, prometheusProgram } from './prometheus.ts';

const pods = '/api/v1/namespaces/default/pods';

function podOf(name: string, podIP: string): { body: object; status: object } {
  const metadata = { name, labels: { app: 'web' } };
  const containers = [{ name: 'web', image: 'web:1', ports: [{ containerPort: 8080 }] }];
  return {
    body: { metadata, spec: { nodeName: 'n1', containers } },
    status: { status: { phase: 'Running', podIP, podIPs: [{ ip: podIP }] } },
  };
}

/** Its service discovery is made of client-go's reflectors and informers, unmodified and as Debian builds it. */
describe.skipIf(!existsSync(prometheusProgram))("Debian's prometheus", () => {
  let server: ApiServerProcess;
  let client: ApiClient;
  let prometheus: PrometheusProcess;

  const create = async (path: string, body: object): Promise<void> => {
    expect((await client.request('POST', path, { body })).status).toBe(201);
  };
  const createPod = async (name: string, podIP: string): Promise<void> => {
    const { body, status } = podOf(name, podIP);
    await create(pods, body);
    const contentType = 'application/merge-patch+json';
    expect((await client.request('PATCH', `${pods}/${name}/status`, { body: status, contentType })).status).toBe(200);
  };
  const targets = (job: string, want: readonly string[]): Promise<boolean> =>
    waitFor(`targets ${want.join(', ')} of ${job}`, async () => {
      const found = await prometheus.targetsOf(job);
      if (JSON.stringify(found) !== JSON.stringify(want)) throw new Error(`found ${found.join(', ')}`);
      return true;
    });

  beforeAll(async () => {
    server = await ApiServerProcess.start();
    client = new ApiClient(await server.address());
    await create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
    await create('/api/v1/nodes', { metadata: { name: 'n1' } });
    const contentType = 'application/merge-patch+json';
    const body = {
      status: {
        addresses: [{ type: 'InternalIP', address: '10.1.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      },
    };
    await client.request('PATCH', '/api/v1/nodes/n1/status', { body, contentType });
    await createPod('web-1', '10.1.0.11');
    prometheus = await PrometheusProcess.start(await server.kubeconfig());
  }, 90_000);

  afterAll(async () => {
    await prometheus[Symbol.asyncDispose]();
    client[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  test('lists what is there', { timeout: 90_000 }, async () => {
    await targets('node', ['10.1.0.1:10250']);
    await targets('pod', ['10.1.0.11:8080']);
  });

  test('watches what comes and goes', { timeout: 90_000 }, async () => {
    await createPod('web-2', '10.1.0.12');
    await targets('pod', ['10.1.0.11:8080', '10.1.0.12:8080']);
    const options = { gracePeriodSeconds: 0 };
    expect((await client.request('DELETE', `${pods}/web-1`, { body: options })).status).toBe(200);
    await targets('pod', ['10.1.0.12:8080']);
  });

  test('goes on where it was when the server was restarted', { timeout: 120_000 }, async () => {
    await server.kill();
    await server.startAgain();
    await createPod('web-3', '10.1.0.13');
    await targets('pod', ['10.1.0.12:8080', '10.1.0.13:8080']);
    const service = { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } };
    await create('/api/v1/namespaces/default/services', service);
    await waitFor('the service', async () => {
      const found = await prometheus.targetsOf('service');
      return found.includes('web.default.svc:80') ? true : undefined;
    });
  });
});
