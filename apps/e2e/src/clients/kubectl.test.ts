import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ApiServerProcess } from '../framework/api-server.ts';
import { Kubectl } from '../framework/cluster.ts';
import { findKubectls } from './kubectls.ts';

const kubectls = findKubectls();
const deployment = (image: string, extra: object = {}): string =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' }, ...extra },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
    },
  });

test.skipIf(kubectls.length > 0).todo('no kubectl here: run hack/install-node-deps.sh --tests');

describe.each(kubectls)('kubectl $version', ({ version, program }) => {
  const namespace = `matrix-${version.replace('.', '-')}`;
  let server: ApiServerProcess;
  let kubectl: Kubectl;
  const ok = (args: readonly string[], input?: string): Promise<string> =>
    kubectl.ok(['-n', namespace, ...args], input === undefined ? {} : { input });

  beforeAll(async () => {
    server = await ApiServerProcess.start();
    kubectl = new Kubectl(program, await server.kubeconfig());
    await kubectl.ok(['create', 'namespace', namespace]);
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test('finds its way', async () => {
    expect(await kubectl.ok(['version'])).toMatch(/Server Version: .*v1\.36/);
    expect(await kubectl.ok(['api-resources'])).toMatch(/^deployments +deploy +apps\/v1 +true +Deployment$/m);
    expect(await kubectl.ok(['api-versions'])).toMatch(/^apps\/v1$/m);
    expect(await kubectl.ok(['explain', 'deployment.spec.replicas'])).toMatch(/replicas/);
    expect(await kubectl.ok(['auth', 'can-i', 'create', 'pods'])).toBe('yes\n');
    expect(await kubectl.ok(['get', '--raw', '/readyz'])).toBe('ok');
  });

  test('creates, applies, patches and deletes', async () => {
    await ok(['create', 'configmap', 'c', '--from-literal=a=1']);
    expect(await ok(['get', 'configmap', 'c', '-o', 'jsonpath={.data.a}'])).toBe('1');
    await ok(['apply', '-f', '-'], deployment('nginx:1'));
    expect(await ok(['apply', '-f', '-'], deployment('nginx:1'))).toContain('unchanged');
    expect(await ok(['apply', '-f', '-'], deployment('nginx:2'))).toContain('configured');
    expect((await kubectl.run(['-n', namespace, 'diff', '-f', '-'], { input: deployment('nginx:3') })).code).toBe(1);
    for (const [type, patch] of Object.entries({
      strategic: '{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"nginx:4"}]}}}}',
      merge: '{"metadata":{"annotations":{"merged":"yes"}}}',
      json: '[{"op":"replace","path":"/spec/replicas","value":4}]',
    })) {
      await ok(['patch', 'deployment', 'web', '--type', type, '-p', patch]);
    }
    await ok(['scale', 'deployment', 'web', '--replicas=3']);
    await ok(['label', 'deployment', 'web', 'tier=front']);
    await ok(['annotate', 'deployment', 'web', 'note=x']);
    await ok(['set', 'image', 'deployment/web', 'web=nginx:5']);
    const web = await kubectl.json<{ spec: { replicas: number } }>('deployment', 'web', '-n', namespace);
    expect(web.spec.replicas).toBe(3);
    expect(await ok(['get', 'deployments', '-l', 'tier=front'])).toMatch(/^web +0\/3/m);
    expect(await ok(['describe', 'deployment', 'web'])).toMatch(/nginx:5/);
    await ok(['delete', 'deployment', 'web', '--wait=true']);
    expect((await kubectl.run(['-n', namespace, 'get', 'deployment', 'web'])).stderr).toContain('NotFound');
  });

  test('applies on the server, and sees conflicts', async () => {
    const apply = ['apply', '--server-side', '-f', '-'];
    await ok(apply, deployment('nginx:1'));
    const { code, stderr } = await kubectl.run(['-n', namespace, ...apply, '--field-manager=other'], {
      input: deployment('nginx:2'),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('conflict');
    await ok([...apply, '--field-manager=other', '--force-conflicts'], deployment('nginx:2'));
    await ok(['wait', 'deployment/web', '--for=jsonpath={.spec.replicas}=2', '--timeout=10s']);
    await ok(['delete', '-f', '-', '--wait=false'], deployment('nginx:2'));
    await ok(['wait', 'deployment/web', '--for=delete', '--timeout=10s']);
  });

  /** Up to 1.28 kubectl takes OpenAPI v2 as protobuf only. */
  test('explains from OpenAPI v2 and v3', async () => {
    for (const output of ['plaintext', 'plaintext-openapiv2']) {
      const text = await kubectl.ok(['explain', 'pod.spec.containers', '--output', output]);
      expect(text, output).toMatch(/^ +imagePullPolicy\s+<string>/m);
    }
  });

  test('refuses what does not fit', async () => {
    const bad = deployment('nginx:1').replace('"replicas"', '"replicass"');
    expect((await kubectl.run(['-n', namespace, 'create', '-f', '-'], { input: bad })).stderr).toMatch(/replicass/);
    expect((await kubectl.run(['get', 'nonsense'])).stderr).toMatch(
      /the server doesn't have a resource type "nonsense"/,
    );
  });
});
