import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readElf, sharedLibraries } from '@kubescript/lib-container-runtime';
import { expect, test } from 'vitest';

import { runOk } from '../framework/command.ts';
import { releaseFile } from '../framework/release.ts';

const machines = { amd64: 62, arm64: 183 } as const;

/** The programs that a component runs, beside its own. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'kube-apiserver': [],
  kubelet: ['mount', 'mountpoint', 'umount'],
  'kube-proxy': [
    'conntrack',
    ...['iptables', 'ip6tables'].flatMap((name) => [name, `${name}-restore`, `${name}-save`]),
    'nft',
    'xtables-nft-multi',
  ],
};

const cases = Object.keys(programs).flatMap((component) =>
  (['amd64', 'arm64'] as const)
    .map((architecture) => ({ component, architecture, archive: imageArchive(component, architecture) }))
    .filter(({ archive }) => existsSync(archive)),
);

function imageArchive(component: string, architecture: string): string {
  return releaseFile(`kubescript-${component}-image-linux-${architecture}.tar.gz`);
}

// Images of other architectures cannot be run here: what their dynamic linker would look for is looked for by its rules.
test.runIf(cases.length > 0).each(cases)(
  'the image of $component for $architecture holds all that its programs need',
  async ({ component, architecture, archive }) => {
    await using image = await unpackImage(archive);
    const names = await readdir(join(image.folder, 'usr/bin')).catch((): string[] => []);
    expect(names.toSorted()).toEqual((programs[component] ?? []).toSorted());
    for (const path of [`usr/local/bin/${component}`, ...names.map((name) => `usr/bin/${name}`)]) {
      const program = await realpath(join(image.folder, path));
      const elf = readElf(await readFile(program));
      expect(elf?.machine, path).toBe(machines[architecture]);
      const libraries = await sharedLibraries(program, image.folder);
      expect(libraries, path).toContain(elf?.interpreter);
      for (const library of libraries) expect(existsSync(join(image.folder, library)), library).toBe(true);
    }
    expect(existsSync(join(image.folder, 'usr/share/doc/libc6/copyright'))).toBe(true);
  },
  60_000,
);

interface UnpackedImage extends AsyncDisposable {
  readonly folder: string;
}

/** Unpacks the only layer of an image archive. */
async function unpackImage(archive: string): Promise<UnpackedImage> {
  const folder = await mkdtemp(join(tmpdir(), 'kubescript-image-'));
  await mkdir(join(folder, 'root'));
  await runOk('tar', ['-xzf', archive, '-C', folder]);
  const [{ Layers: layers } = { Layers: [] }] = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  ) as readonly { Layers: readonly string[] }[];
  for (const layer of layers) await runOk('tar', ['-xf', join(folder, layer), '-C', join(folder, 'root')]);
  return { folder: join(folder, 'root'), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
