import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { run } from '../framework/command.ts';
import { imageName } from './framework/images.ts';
import { describeContainers, dockerEngine, session, sessionLabels } from './framework/session.ts';

const keeper = ['--conditions=@kubescript/source', join(import.meta.dirname, 'framework/docker-keeper.ts')];

test('where no Docker answers, the keeper says so in one line and ends', async () => {
  const env = { ...process.env, DOCKER_HOST: 'unix:///nowhere/docker.sock' };
  const { code, stdout } = await run(process.execPath, [...keeper, 'label=x'], { env });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    problem: expect.stringMatching(/^Docker at unix:\/\/\/nowhere\/docker.sock does not answer: .*ENOENT/) as string,
  });
});

describeContainers('the keeper of Docker, when the run is killed', () => {
  const key = 'io.kubescript.keeper-test';

  /** What is left with the label: containers, networks, volumes. */
  async function left(label: string): Promise<readonly number[]> {
    const docker = dockerEngine();
    const filters = { label: [label] };
    const [containers, networks, { Volumes }] = await Promise.all([
      docker.listContainers({ all: true, filters }),
      docker.listNetworks({ filters }),
      docker.listVolumes({ filters: JSON.stringify(filters) }),
    ]);
    return [containers.length, networks.length, Volumes.length];
  }

  test('removes what carries the label, running or not, and nothing else', async () => {
    const docker = dockerEngine();
    const label = `${key}=${session().id}`;
    const Labels = { [key]: session().id };
    const starter = startInProcessOfItsOwn(label);
    await once(starter.stdout!, 'data');
    const Image = imageName('etcd');
    await docker.createContainer({ Image, Labels });
    await (await docker.createContainer({ Image, Labels })).start();
    await docker.createNetwork({ Name: `keeper-test-${session().id}`, Labels });
    await docker.createVolume({ Labels });
    const other = await docker.createContainer({ Image, Labels: sessionLabels() });
    expect(await left(label)).toEqual([2, 1, 1]);
    starter.kill('SIGKILL');
    await expect.poll(() => left(label), { timeout: 20_000 }).toEqual([0, 0, 0]);
    await other.remove();
  });
});

/** A process that starts a keeper and does nothing more; it stands for a run of tests. */
function startInProcessOfItsOwn(label: string): ChildProcess {
  const args = JSON.stringify([...keeper, label]);
  const options = `{ detached: true, stdio: ['pipe', 'inherit', 'inherit'] }`;
  const program = `require('node:child_process').spawn(process.execPath, ${args}, ${options}); setInterval(() => {}, 1e6);`;
  return spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}
