import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ApiServerProcess } from '../framework/api-server.ts';
import { runOk } from '../framework/command.ts';

// Debian's own interpreter: that is where its packages are.
const python = '/usr/bin/python3';
const isInstalled = spawnSync(python, ['-c', 'import kubernetes']).status === 0;

describe.skipIf(!isInstalled)("Debian's python3-kubernetes", () => {
  let server: ApiServerProcess;

  beforeAll(async () => {
    server = await ApiServerProcess.start();
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test('creates, patches, lists, watches and deletes', async () => {
    const script = join(import.meta.dirname, 'testdata/client.py');
    const env = { ...process.env, KUBECONFIG: await server.kubeconfig() };
    expect(await runOk(python, [script], { env })).toBe('ADDED MODIFIED DELETED\nconflict 409\nabsent 404\n');
  });
});
