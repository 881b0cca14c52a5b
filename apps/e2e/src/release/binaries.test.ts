import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runOk } from '../framework/command.ts';
import { haveRelease, releaseChecksums, releaseFile, unpackRelease } from '../framework/release.ts';

const version = /v1\.36\.2\+kubescript-[0-9a-f]{12}/;

describe.runIf(haveRelease)('the released files (hack/quick-release.sh makes them)', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubescript-release-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  test('checksums are right, and there is one for every file', async () => {
    const sums = releaseChecksums();
    for (const [name, want] of sums) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(releaseFile(name)), hash);
      expect(hash.digest('hex'), name).toBe(want);
    }
    const files = await readdir(releaseFile('.'));
    expect(files.filter((name) => name !== 'SHA256SUMS').toSorted()).toEqual([...sums.keys()]);
  }, 120_000);

  test('every binary says its version, with nothing in its environment', async () => {
    const bin = await unpackRelease('server', folder);
    const binaries = (await readdir(bin)).toSorted();
    expect(binaries).toEqual([
      'kube-apiserver',
      'kube-controller-manager',
      'kube-proxy',
      'kube-scheduler',
      'kubectl',
      'kubelet',
    ]);
    for (const binary of binaries) {
      const args = binary === 'kubectl' ? ['version', '--client'] : ['--version'];
      expect(await runOk(join(bin, binary), args, { env: {} }), binary).toMatch(version);
    }
    expect(await runOk(join(bin, 'kubelet'), ['--version=raw'], { env: {} })).toMatch(
      /^version\.Info\{Major:"1", .* GitCommit:"[0-9a-f]{40}", GitTreeState:"\w+", .* Platform:"linux\/amd64"\}\n$/,
    );
  }, 120_000);

  test('what was bundled is what the lock file says: kubectl writes YAML', async () => {
    const kubectl = join(await unpackRelease('client', folder), 'kubectl');
    const text = await runOk(kubectl, ['version', '--client', '--output=yaml'], { env: {} });
    expect(text).toMatch(/^clientVersion:\n( {2}\w+: .*\n)+/);
    expect(text).toContain('\n  major: "1"\n');
  }, 120_000);
});
