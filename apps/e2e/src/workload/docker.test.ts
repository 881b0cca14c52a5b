import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Dockerd, startDockerd } from '@kubescript/lib-container-runtime';
import { afterAll, beforeAll } from 'vitest';

import { describeWorkload } from '../framework/workload.ts';

let dir: string;
let docker: Dockerd;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kubescript-e2e-docker-'));
  docker = await startDockerd({ dir });
  process.env['DOCKER_HOST'] = `unix://${docker.socket}`;
}, 60_000);

afterAll(async () => {
  await docker.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

describeWorkload('containers by Docker', '1.36', ['--runtime', 'docker']);
