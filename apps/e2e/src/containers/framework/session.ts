import Dockerode from 'dockerode';
import { describe, inject } from 'vitest';

import { type DockerSession, sessionLabel } from './session-label.ts';

/** `describe` for tests that need Docker: where there is none, they are skipped, and one line says why. */
export function describeContainers(name: string, tests: () => void): void {
  const docker = inject('docker');
  if (!('problem' in docker)) {
    describe(name, tests);
    return;
  }
  process.stderr.write(`skipped: ${name}: ${docker.problem}\n`);
  describe.skip(name, tests);
}

/** The run that this test is a part of; only within `describeContainers`. */
export function session(): DockerSession {
  const docker = inject('docker');
  if ('problem' in docker) throw new Error(docker.problem);
  return docker;
}

/** What marks everything that this run makes, so that it is removed at the end whatever happens. */
export function sessionLabels(): Record<string, string> {
  return { [sessionLabel]: session().id };
}

/** The Docker Engine API, for what testcontainers has no words for. */
export function dockerEngine(): Dockerode {
  return new Dockerode();
}
