import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { loadBusyboxInto } from './framework/busybox-image.ts';
import { Kubectl, kubectlPath } from './framework/cluster.ts';
import { runOk } from './framework/command.ts';
import { waitFor } from './framework/wait.ts';
import { webDeployment } from './framework/web-manifest.ts';

const launcher = resolve(import.meta.dirname, '../../../hack/start.mjs');
const image = 'localhost/busybox:1';

test('Ctrl-C takes away everything that the cluster made on the machine', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kubescript-e2e-stop-'));
  const before = await machineState(dataDir);
  const cluster = spawn(
    process.execPath,
    [launcher, 'start', '--runtime', 'containerd', '--port', '0', '--data-dir', dataDir],
    {
      stdio: 'ignore',
    },
  );
  const ended = new Promise<number | null>((done) => cluster.once('exit', done));
  const kubectl = new Kubectl(kubectlPath('1.36'), join(dataDir, 'admin.kubeconfig'));
  await waitFor('a running cluster', async () => {
    const state = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as { server: string };
    return state.server === '' ? undefined : state;
  });
  await loadBusyboxInto(dataDir, [image]);
  await kubectl.ok(['apply', '-f', '-'], { input: webDeployment(image) });
  await kubectl.ok(['expose', 'deployment/web', '--type=NodePort', '--port=80', '--target-port=8080']);
  await kubectl.ok(['rollout', 'status', 'deployment/web', '--timeout=60s']);
  expect(await machineState(dataDir)).not.toEqual(before);

  cluster.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await machineState(dataDir)).toEqual(before);
  await rm(dataDir, { recursive: true });
}, 180_000);

/** What a cluster makes besides its files: interfaces, namespaces, rules, mounts, processes. */
async function machineState(dataDir: string): Promise<Record<string, string[]>> {
  const [links, namespaces, tables, mounts] = await Promise.all([
    runOk('ip', ['-o', 'link']),
    runOk('ip', ['netns', 'list']),
    runOk('nft', ['list', 'tables']),
    readFile('/proc/self/mountinfo', 'utf8'),
  ]);
  return {
    links: links.split('\n').map((line) => line.split(':')[1]?.trim() ?? ''),
    namespaces: namespaces.split('\n'),
    tables: tables.split('\n').filter((table) => table.includes('kube')),
    mounts: mounts.split('\n').filter((line) => line.includes(dataDir)),
    processes: await processesOf(dataDir),
  };
}

/** Command lines that name the data directory. */
async function processesOf(dataDir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(dataDir));
}
