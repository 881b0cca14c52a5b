import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { TestProject } from 'vitest/node';

import { loadTestImages } from './images.ts';
import { sessionLabel } from './session-label.ts';

type KeeperAnswer = { readonly host: string } | { readonly problem: string };

/** Runs once before all container tests: finds or starts Docker and makes the images. Returns what ends it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const id = randomUUID();
  const keeper = startKeeper(id);
  const end = (): Promise<void> => endKeeper(keeper);
  try {
    const answer = await answerOf(keeper);
    if ('problem' in answer) {
      complain(answer.problem);
    } else {
      process.env['DOCKER_HOST'] = answer.host;
      await loadTestImages(id);
    }
    project.provide('docker', 'problem' in answer ? answer : { host: answer.host, id });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** Where container tests must run, e.g. in CI, a machine without Docker is an error. */
function complain(problem: string): void {
  if (process.env['KUBESCRIPT_CONTAINER_TESTS'] === 'required') throw new Error(problem);
}

/** In a session of its own: Ctrl-C ends the tests, and it cleans up then. */
function startKeeper(id: string): ChildProcess {
  const program = join(import.meta.dirname, 'docker-keeper.ts');
  const args = ['--conditions=@kubescript/source', program, `${sessionLabel}=${id}`];
  return spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
}

async function answerOf(keeper: ChildProcess): Promise<KeeperAnswer> {
  for await (const line of createInterface({ input: keeper.stdout as Readable })) {
    return JSON.parse(line) as KeeperAnswer;
  }
  throw new Error('docker-keeper.ts ended without an answer');
}

async function endKeeper(keeper: ChildProcess): Promise<void> {
  keeper.stdin?.end();
  if (keeper.exitCode === null && keeper.signalCode === null) await once(keeper, 'exit');
}
