import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runOk } from './command.ts';

const applets = [
  'sh',
  'httpd',
  'wget',
  'cat',
  'sleep',
  'hostname',
  'mkdir',
  'echo',
  'ls',
  'env',
  'id',
  'tty',
  'stty',
  'kill',
  'wc',
  'sha256sum',
  'nslookup',
  'touch',
  'rm',
];

/**
 * Writes an image archive (docker save format, which both containerd and Docker import) with Debian's static busybox,
 * under the given names. Needs no registry and no container engine. Returns the archive's path, inside `folder`.
 */
export async function writeBusyboxArchive(folder: string, names: readonly string[]): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'kubescript-image-'));
  try {
    const layer = await makeLayer(work);
    return await makeArchive(work, layer, join(folder, 'busybox.tar'), names);
  } finally {
    await rm(work, { recursive: true });
  }
}

/** The root file system: busybox, a link per applet, and the folders that programs expect. */
async function makeLayer(work: string): Promise<Uint8Array> {
  const rootfs = join(work, 'rootfs');
  for (const dir of ['bin', 'tmp', 'etc', 'www', 'root']) await mkdir(join(rootfs, dir), { recursive: true });
  await copyFile('/bin/busybox', join(rootfs, 'bin/busybox'));
  for (const applet of applets) await symlink('busybox', join(rootfs, 'bin', applet));
  await writeFile(join(rootfs, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n');
  const tar = join(work, 'layer.tar');
  await runOk('tar', ['-C', rootfs, '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '-cf', tar, '.']);
  return readFile(tar);
}

async function makeArchive(
  work: string,
  layer: Uint8Array,
  archive: string,
  names: readonly string[],
): Promise<string> {
  const config = JSON.stringify({
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config: { Env: ['PATH=/bin'], Cmd: ['/bin/sh'], WorkingDir: '/' },
    rootfs: { type: 'layers', diff_ids: [`sha256:${sha256(layer)}`] },
    history: [{ created: '1970-01-01T00:00:00Z', created_by: 'busybox' }],
    created: '1970-01-01T00:00:00Z',
  });
  const out = join(work, 'archive');
  await mkdir(out);
  await writeFile(join(out, 'layer.tar'), layer);
  await writeFile(join(out, `${sha256(config)}.json`), config);
  const manifest = [{ Config: `${sha256(config)}.json`, RepoTags: names, Layers: ['layer.tar'] }];
  await writeFile(join(out, 'manifest.json'), JSON.stringify(manifest));
  await runOk('tar', ['-C', out, '-cf', archive, '.']);
  return archive;
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
