import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { busyboxImageRecipe, type Dockerd, startDockerd, writeImageArchive } from '@kubescript/lib-container-runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type CommandResult, run, runOk } from '../framework/command.ts';
import { freePort } from '../framework/free-port.ts';
import { serveImage } from '../framework/loopback-registry.ts';
import { haveRelease } from '../framework/release.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Makes the build image as hack/release.sh does, of this base, under a name of its own; prints what it was made of. */
function buildBuildImage(base: string): Promise<CommandResult> {
  const script = `set -euo pipefail
    for part in common prereqs build-image; do source hack/lib/release/$part.sh; done
    build_build_image
    docker image inspect --format 'command={{.Config.Cmd}}' "$build_image"
    docker image rm "$build_image" > /dev/null
    echo "used=$KUBE_BUILD_BASE_USED"`;
  const env = { ...process.env, KUBE_BUILD_BASE_IMAGE: base, KUBE_BUILD_PLATFORMS: 'linux/amd64' };
  return run('bash', ['-c', `cd ${root}; ${script}`], { env, timeout: 180_000 });
}

// A release build has fetched the Node whose libraries the assembled base has.
describe.runIf(haveRelease)('the base image of release builds', () => {
  let folder: string;
  let docker: Dockerd;
  const archive = (): string => join(folder, 'image.tar');
  const layout = (): string => join(folder, 'layout');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubescript-base-'));
    docker = await startDockerd({ dir: join(folder, 'docker') });
    process.env['DOCKER_HOST'] = `unix://${docker.socket}`;
    // A base is told from others by its command.
    await writeImageArchive(archive(), await busyboxImageRecipe('kubescript-test/base:1', ['/named']));
    await mkdir(layout());
    await runOk('tar', ['-xf', archive(), '-C', layout()]);
  }, 60_000);

  afterAll(async () => {
    await docker.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  test('is pulled by its name, and named by its digest', async () => {
    await using registry = await serveImage(layout(), 'base');
    const { code, stdout, stderr } = await buildBuildImage(registry.image);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('command=[/named]');
    expect(stdout).toContain(`used=${registry.image}@${registry.digest}`);
    expect(stderr).not.toContain('putting a base image together');
    expect(registry.requests).toContain('/v2/base/manifests/1');
    await runOk('docker', ['image', 'rm', registry.image]);
  }, 200_000);

  test('is the one that Docker has under that name, without asking anybody', async () => {
    await runOk('docker', ['load', '-i', archive()]);
    const { code, stdout, stderr } = await buildBuildImage('kubescript-test/base:1');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/command=\[\/named\]\nused=kubescript-test\/base:1@sha256:[0-9a-f]{64}\n/);
    expect(stderr).not.toContain('putting a base image together');
    await runOk('docker', ['image', 'rm', 'kubescript-test/base:1']);
  }, 200_000);

  test('is put together of files of this machine where it cannot be pulled, which is said with the reason', async () => {
    const image = `localhost:${String(await freePort())}/base:1`;
    const { code, stdout, stderr } = await buildBuildImage(image);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`${image} cannot be pulled (`);
    expect(stderr).toMatch(/connection refused.*\): putting a base image together of this machine's files/);
    expect(stdout).toMatch(/command=\[\/bin\/sh\]\nused=kubescript\/build-base:local@sha256:[0-9a-f]{64}\n/);
  }, 200_000);
});
