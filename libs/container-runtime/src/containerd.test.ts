import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { connectRuntime } from '@kubescript/cri-client';
import { expect, test } from 'vitest';

import { findProgram, runCommand } from './command.ts';
import { startContainerd } from './containerd.ts';
import { writeImageArchive } from './oci-image.ts';
import { busyboxImageRecipe } from './pause-image.ts';

const possible =
  process.getuid?.() === 0 && existsSync('/bin/busybox') && (await findProgram('containerd')) !== undefined;

test.skipIf(!possible)(
  'a containerd of our own runs a pod and leaves nothing behind',
  { timeout: 60_000 },
  async () => {
    const dir = await mkdtemp('/tmp/node-ctrd-');
    const bridgeName = 'kstest0';
    const containerd = await startContainerd({ dir, bridgeName, network: { podCidrs: ['10.231.0.0/24'] } });
    try {
      const archive = join(dir, 'busybox.tar');
      await writeImageArchive(archive, await busyboxImageRecipe('localhost/busybox:test'));
      await containerd.importImage(archive);
      await using cri = connectRuntime(containerd.endpoint);
      const metadata = { name: 'p', uid: 'u', namespace: 'default' };
      const sandboxConfig = { metadata, hostname: 'p', logDirectory: join(dir, 'logs'), linux: {} };
      const { podSandboxId } = await cri.runtime.runPodSandbox({ config: sandboxConfig });
      const { containerId } = await cri.runtime.createContainer({
        podSandboxId,
        sandboxConfig,
        config: {
          metadata: { name: 'c' },
          image: { image: 'localhost/busybox:test' },
          command: ['sleep', '60'],
          logPath: 'c.log',
        },
      });
      await cri.runtime.startContainer({ containerId });
      const { stdout } = await cri.runtime.execSync({ containerId, cmd: ['hostname'], timeout: 5 });
      expect(new TextDecoder().decode(stdout)).toBe('p\n');
      const { status } = await cri.runtime.podSandboxStatus({ podSandboxId });
      expect(status?.network?.ip).toMatch(/^10\.231\.0\./);

      const again = await startContainerd({ dir, bridgeName });
      expect(again).toMatchObject({ adopted: true, pid: containerd.pid });
    } finally {
      await containerd.stop();
    }
    expect(await runCommand('ip', ['-o', 'link'])).not.toContain(bridgeName);
    expect(await runCommand('nft', ['list', 'tables'])).not.toContain(bridgeName);
    expect(await runCommand('cat', ['/proc/self/mountinfo'])).not.toContain(dir);
    await rm(dir, { recursive: true });
  },
);
