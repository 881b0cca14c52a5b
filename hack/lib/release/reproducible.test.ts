import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { bundleApp } from '../bundle-app.ts';
import { GzipParts } from './gzip-parts.ts';
import { nodeExecutable } from './node-binaries.ts';
import { nodePackages } from './platforms.ts';
import { makeExecutables } from './single-executable.ts';
import { writeTarball } from './tarball.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Builds one component in a folder of its own, from bundle to tarball. */
async function build(): Promise<{ readonly executable: Buffer; readonly tarball: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'kubescript-reproducible-'));
  folders.push(folder);
  const [main, executable, tarball] = [join(folder, 'proxy.cjs'), join(folder, 'kube-proxy'), join(folder, 'x.tar.gz')];
  await bundleApp({ app: 'proxy', outfile: main, info: { commit: 'abc', treeState: 'clean' } });
  await makeExecutables({ platform: 'linux/amd64', bundles: new Map([[executable, main]]) });
  await writeTarball(tarball, [{ path: 'bin/kube-proxy', mode: 0o755, source: executable }], {
    modified: 1_700_000_000,
    parts: new GzipParts(),
  });
  return { executable: readFileSync(executable), tarball: readFileSync(tarball) };
}

test.runIf(process.platform === 'linux' && existsSync(nodeExecutable(nodePackages['linux/amd64'])))(
  'the same sources make the same bytes, whatever the folder (a release build fetches the Node for it)',
  async () => {
    const [first, second] = [await build(), await build()];
    expect(first.executable.equals(second.executable)).toBe(true);
    expect(first.tarball.equals(second.tarball)).toBe(true);
  },
  180_000,
);
