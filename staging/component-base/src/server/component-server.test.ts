import { X509Certificate } from 'node:crypto';

import { expect, test } from 'vitest';

import { HealthChecks, ping } from '../health/health-checks.ts';
import { MetricsRegistry } from '../metrics/registry.ts';
import { serveComponent } from './component-server.ts';
import { servingCertificate } from './serving-certificate.ts';

test('health endpoints are open, the others ask for permission', async () => {
  const metrics = new MetricsRegistry();
  metrics.counter({ name: 'things_total', help: 'Things.', labels: ['kind'] }).inc({ kind: 'a' });
  const readyz = new HealthChecks('readyz', [
    ping,
    { name: 'informers', check: () => Promise.reject(new Error('no')) },
  ]);
  await using server = await serveComponent({
    bindAddress: '127.0.0.1',
    port: 0,
    metrics,
    readyz,
    authorize: (request) => Promise.resolve(request.headers.authorization === 'Bearer good' ? 'allowed' : 401),
  });
  const get = (path: string, token = '') =>
    fetch(`http://127.0.0.1:${String(server.port)}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await (await get('/healthz')).text()).toBe('ok');
  const notReady = await get('/readyz?verbose');
  expect(notReady.status).toBe(500);
  expect(await notReady.text()).toBe('[+]ping ok\n[-]informers failed: reason withheld\nreadyz check failed\n');
  expect((await get('/metrics')).status).toBe(401);
  expect(await (await get('/metrics', 'good')).text()).toContain('things_total{kind="a"} 1');
  expect((await get('/other', 'good')).status).toBe(404);
});

test('a taken port is reported with its address', async () => {
  await using server = await serveComponent({ bindAddress: '127.0.0.1', port: 0 });
  await expect(serveComponent({ bindAddress: '127.0.0.1', port: server.port })).rejects.toThrow(
    `cannot serve on 127.0.0.1:${String(server.port)}`,
  );
});

test('without files a certificate is made', async () => {
  const made = await servingCertificate({ tlsCertFile: '', tlsPrivateKeyFile: '', hosts: ['localhost', '127.0.0.1'] });
  await using server = await serveComponent({ bindAddress: '127.0.0.1', port: 0, tls: made });
  expect(server.port).toBeGreaterThan(0);
  expect(new X509Certificate(made.cert).checkIP('127.0.0.1')).toBe('127.0.0.1');
});
