import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { fullImageName, imageArchive, imagesArchive } from './oci-image.ts';

/** The files of a tar archive by path. */
function untar(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive[at] !== 0;) {
    const path = archive.toString('utf8', at, archive.indexOf(0, at));
    const size = parseInt(archive.toString('utf8', at + 124, at + 135), 8);
    if (archive.toString('utf8', at + 156, at + 157) === '0')
      files.set(path, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

interface DockerManifest {
  readonly Config: string;
  readonly RepoTags: readonly string[];
  readonly Layers: readonly string[];
}

function dockerManifests(archive: Buffer): readonly DockerManifest[] {
  return JSON.parse(untar(archive).get('manifest.json')?.toString() ?? '') as DockerManifest[];
}

const base = [{ path: 'base', content: Buffer.from('base') }];

test('every blob lies under its digest, and the configuration names the layers in order', () => {
  const archive = imageArchive({ name: 'a:1', layers: [base], files: [{ path: 'top', content: Buffer.from('top') }] });
  const files = untar(archive);
  for (const [path, content] of files) {
    if (!path.startsWith('blobs/')) continue;
    expect(path).toBe(`blobs/sha256/${createHash('sha256').update(content).digest('hex')}`);
  }
  const [manifest] = dockerManifests(archive);
  const config = JSON.parse(files.get(manifest?.Config ?? '')?.toString() ?? '') as { rootfs: { diff_ids: string[] } };
  expect(config.rootfs.diff_ids.map((id) => id.replace(':', '/'))).toEqual(
    manifest?.Layers.map((path) => path.replace('blobs/', '')),
  );
  expect([...untar(files.get(manifest?.Layers[0] ?? '') ?? Buffer.alloc(1)).keys()]).toEqual(['base']);
});

test('images of one archive share a layer, which lies there once', () => {
  const recipe = (name: string): Parameters<typeof imageArchive>[0] => ({
    name,
    layers: [base],
    files: [{ path: name, content: Buffer.from(name) }],
  });
  const archive = imagesArchive([recipe('a:1'), recipe('b:1')]);
  const [first, second] = dockerManifests(archive);
  expect([first?.RepoTags, second?.RepoTags]).toEqual([['a:1'], ['b:1']]);
  expect(first?.Layers[0]).toBe(second?.Layers[0]);
  expect(first?.Layers[1]).not.toBe(second?.Layers[1]);
  expect(archive.toString('latin1').split(first?.Layers[0] ?? '')).toHaveLength(4); // its entry, and two manifests
});

test.each([
  ['busybox', 'docker.io/library/busybox:latest'],
  ['kubescript/test:1', 'docker.io/kubescript/test:1'],
  ['localhost/pause:3.10', 'localhost/pause:3.10'],
  ['example.com:5000/a/b', 'example.com:5000/a/b:latest'],
])('the full name of %s is %s', (name, full) => {
  expect(fullImageName(name)).toBe(full);
});
