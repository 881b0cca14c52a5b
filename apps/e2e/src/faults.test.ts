import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { type CommandResult, run } from './framework/command.ts';

const launcher = resolve(import.meta.dirname, '../../../hack/start.mjs');

/** Every fault ends with exit code 1 and one line that names the cause and what to do. */
describe('npm start with something wrong', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kubescript-faults-'));
  });

  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CommandResult> =>
    run(process.execPath, [launcher, 'start', '--runtime', 'hollow', '--data-dir', dataDir, '--port', '0', ...args], {
      env: { ...process.env, ...env },
    });

  test('an unknown flag', async () => {
    const result = await start(['--no-such-flag']);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/--no-such-flag/);
    expect(result.stderr).toMatch(/--help/);
  });

  test('an unknown flag for a component', async () => {
    const result = await start(['--apiserver-arg', 'no-such-flag=1']);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/kube-apiserver.*--no-such-flag/s);
  });

  test('a taken port', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
    const { port } = server.address() as { port: number };
    try {
      const result = await start(['--port', String(port)]);
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(new RegExp(`${port}.*in use.*--port`, 's'));
    } finally {
      server.close();
    }
  });

  test('a data directory that is none', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const result = await start(['--data-dir', join(file, 'cluster')]);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/--data-dir/);
  });

  test('a runtime that is not there', async () => {
    const result = await start(['--runtime', 'docker'], { DOCKER_HOST: 'unix:///nonexistent/docker.sock' });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/no Docker answers.*--runtime/s);
  });

  test('a corrupt store', async () => {
    await mkdir(join(dataDir, 'apiserver', 'store'), { recursive: true });
    for (const name of ['store.db', 'kubescript.db', 'db.sqlite']) {
      await writeFile(
        join(dataDir, 'apiserver', 'store', name),
        'this is not a database, and was never one\n'.repeat(200),
      );
    }
    const result = await start([]);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/corrupt|not a database/);
  });
});
