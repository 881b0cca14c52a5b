import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { clientConfig } from './client-config.ts';
import { kubeconfigPaths, loadKubeconfigs } from './load.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

const first = `
apiVersion: v1
kind: Config
current-context: one
clusters: [{name: c, cluster: {server: "https://one:6443", certificate-authority: ca.crt}}]
contexts: [{name: one, context: {cluster: c, user: u, namespace: n}}]
users: [{name: u, user: {token: t}}, {name: plugin, user: {exec: {command: x}}}]
`;
const second = `
current-context: two
clusters: [{name: c, cluster: {server: "https://ignored"}}, {name: d, cluster: {server: "https://two"}}]
contexts: [{name: two, context: {cluster: d, user: u}}]
`;

test('files are merged, the first that says something wins, and paths are relative to their file', async () => {
  const paths = ['a', 'missing', 'b'].map((name) => join(directory, name));
  await writeFile(paths[0] ?? '', first);
  await writeFile(paths[2] ?? '', second);
  await writeFile(join(directory, 'ca.crt'), 'CA');
  const config = await loadKubeconfigs(paths);
  expect(await clientConfig(config)).toEqual({ server: 'https://one:6443', ca: 'CA', token: 't', namespace: 'n' });
  expect(await clientConfig(config, { context: 'two', as: 'jane' })).toEqual({
    server: 'https://two',
    token: 't',
    namespace: 'default',
    impersonate: { user: 'jane' },
  });
  await expect(clientConfig(config, { context: 'nope' })).rejects.toThrow('context "nope" does not exist');
  await expect(clientConfig(config, { user: 'plugin' })).rejects.toThrow('exec credential plugin');
});

test.each([
  { name: 'explicit', explicit: '/x', env: { KUBECONFIG: '/a:/b' }, want: ['/x'] },
  { name: 'environment', explicit: undefined, env: { KUBECONFIG: '/a::/b:/a' }, want: ['/a', '/b'] },
  { name: 'home', explicit: undefined, env: { HOME: '/h' }, want: ['/h/.kube/config'] },
])('files are found: $name', ({ explicit, env, want }) => {
  expect(kubeconfigPaths(explicit, env)).toEqual(want);
});
