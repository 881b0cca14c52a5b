import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, test } from 'vitest';

import { describeBackend } from '../testing/describe-backend.ts';
import { type EtcdBackend, openEtcdBackend } from './etcd-backend.ts';

const running: { readonly process: ChildProcess; readonly directory: string }[] = [];

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}

async function startEtcd(): Promise<EtcdBackend> {
  const directory = mkdtempSync(join(tmpdir(), 'etcd-backend-'));
  const client = `http://127.0.0.1:${String(await freePort())}`;
  const peer = `http://127.0.0.1:${String(await freePort())}`;
  const flags = {
    'data-dir': directory,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'log-level': 'error',
  };
  const child = spawn(
    'etcd',
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    { stdio: 'ignore' },
  );
  running.push({ process: child, directory });
  const backend = openEtcdBackend({ servers: [client] });
  for (let attempt = 0; ; attempt++) {
    try {
      await backend.checkHealth();
      return backend;
    } catch (err) {
      if (attempt === 100) throw err;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

afterAll(async () => {
  await Promise.all(
    running.map(async ({ process, directory }) => {
      const exited = new Promise((resolve) => process.once('exit', resolve));
      process.kill('SIGKILL');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    }),
  );
});

if (spawnSync('etcd', ['--version']).status === 0) describeBackend('etcd', startEtcd);
else {
  describe('Backend contract: etcd', () => {
    test.skip('no etcd binary on this machine (apt install etcd-server)', () => undefined);
  });
}
