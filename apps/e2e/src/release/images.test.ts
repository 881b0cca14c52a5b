import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Dockerd, startDockerd } from '@kubescript/lib-container-runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { TestCluster } from '../framework/cluster.ts';
import { run, runOk } from '../framework/command.ts';
import {
  containerScript,
  haveRelease,
  hyperkubeBinary,
  installComponent,
  loadReleaseImage,
  pinnedNodePath,
  unpackRelease,
} from '../framework/release.ts';
import { describeWorkloadOn } from '../framework/workload.ts';

const controlPlane = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
const nodeComponents = ['kubelet', 'kube-proxy'];

describe.runIf(haveRelease)('the released images (hack/quick-release.sh makes them)', () => {
  let folder: string;
  let docker: Dockerd;
  const images = new Map<string, string>();
  const dataDirs = (): string => join(folder, 'data');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubescript-images-'));
    docker = await startDockerd({ dir: join(folder, 'docker') });
    process.env['DOCKER_HOST'] = `unix://${docker.socket}`;
    for (const component of [...controlPlane, ...nodeComponents]) {
      images.set(component, await loadReleaseImage(component));
    }
    await installComponents(folder, images, dataDirs());
  }, 300_000);

  afterAll(async () => {
    await runOk('docker', ['image', 'rm', '--force', ...images.values()]);
    await docker.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  test('each runs its component and holds no shell', async () => {
    for (const image of images.values()) {
      expect(await runOk('docker', ['run', '--rm', '--network', 'none', image, '--version'])).toContain('v1.36.2');
      const shell = await run('docker', ['run', '--rm', '--network', 'none', '--entrypoint', '/bin/sh', image]);
      expect(shell.code, image).toBe(127);
    }
  }, 60_000);

  test.each(['iptables-restore', 'ip6tables-restore'])(
    'kube-proxy has %s with the modules of its rules',
    async (program) => {
      const rules = `*nat
:KUBE-TEST - [0:0]
-A KUBE-TEST -m comment --comment "a/b" -m tcp -p tcp --dport 80 -m statistic --mode random --probability 0.5 -j RETURN
-A KUBE-TEST -m addrtype --dst-type LOCAL -m mark --mark 0x4000/0x4000 -j MASQUERADE --random-fully
-A KUBE-TEST -m recent --name X --rcheck --seconds 60 --reap -j MARK --set-xmark 0x4000/0x4000
COMMIT
*filter
-A INPUT -m conntrack --ctstate NEW -j REJECT
COMMIT
`;
      const image = images.get('kube-proxy') ?? '';
      const args = [
        'run',
        '--rm',
        '-i',
        '--network',
        'none',
        '--cap-add',
        'NET_ADMIN',
        '--entrypoint',
        `/usr/bin/${program}`,
      ];
      await runOk('docker', [...args, image, '--test'], { input: rules });
    },
  );

  test('kube-proxy has nft and conntrack', async () => {
    for (const [program, version] of [
      ['nft', 'nftables v'],
      ['conntrack', 'conntrack v'],
    ] as const) {
      const args = [
        'run',
        '--rm',
        '--network',
        'none',
        '--entrypoint',
        `/usr/bin/${program}`,
        images.get('kube-proxy') ?? '',
      ];
      expect(await runOk('docker', [...args, '--version'])).toContain(version);
    }
  });

  test('the control plane is not root', async () => {
    for (const component of controlPlane) {
      const user = await runOk('docker', [
        'image',
        'inspect',
        '--format',
        '{{.Config.User}}',
        images.get(component) ?? '',
      ]);
      expect(user.trim(), component).toBe('65532:65532');
    }
  });

  describeWorkloadOn('a control plane of released images, a node of released binaries', '1.36', async () => {
    process.env['TMPDIR'] = dataDirs();
    process.env['PATH'] = pinnedNodePath;
    const flags = ['--runtime', 'containerd', '--processes'];
    return TestCluster.startBy([join(folder, 'hyperkube/hyperkube')], flags);
  });
});

/** Puts together what `npm start -- --processes` looks for: containers for the control plane, binaries for the node. */
async function installComponents(folder: string, images: ReadonlyMap<string, string>, dataDirs: string): Promise<void> {
  await mkdir(dataDirs, { recursive: true });
  await mkdir(join(folder, 'hyperkube'));
  await copyFile(hyperkubeBinary, join(folder, 'hyperkube/hyperkube'));
  for (const component of controlPlane) {
    await installComponent(folder, component, containerScript(images.get(component) ?? '', 65532, dataDirs));
  }
  const bin = await unpackRelease('node', folder);
  for (const component of nodeComponents)
    await installComponent(folder, component, `exec ${join(bin, component)} "$@"`);
}
