import { createServer } from 'node:net';

import { expect, test } from 'vitest';

import { makeService, makeSlice } from '../testing/objects.ts';
import { ServiceTracker } from '../tracker/service-tracker.ts';
import { HealthCheckPorts } from './health-check-ports.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('a node tells load balancers whether it has endpoints of a service', async () => {
  const port = await freePort();
  const tracker = new ServiceTracker('IPv4', 'n1');
  await using checks = new HealthCheckPorts((_, err) => {
    throw err as Error;
  });
  const status = async (): Promise<number> => (await fetch(`http://127.0.0.1:${String(port)}/`)).status;
  tracker.setService(
    makeService('lb', '10.96.0.1', {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: port,
      ports: [{ port: 80, nodePort: 30080 }],
    }),
  );
  tracker.setSlice(makeSlice('lb', [{ ip: '10.0.0.2', node: 'n2' }]));
  checks.update(tracker.takeChanges());
  await expect.poll(status).toBe(503);
  tracker.setSlice(makeSlice('lb', [{ ip: '10.0.0.1' }, { ip: '10.0.0.2', node: 'n2' }]));
  checks.update(tracker.takeChanges());
  expect(await status()).toBe(200);
  tracker.deleteService(makeService('lb', ''));
  checks.update(tracker.takeChanges());
  await expect(status()).rejects.toThrow();
});
