import { readFile, statfs } from 'node:fs/promises';
import { availableParallelism, networkInterfaces, release, totalmem } from 'node:os';

import type { NodeSystemInfo } from '@kubescript/api/core/v1';
import { goArchitecture, versionInfo } from '@kubescript/component-base';

/** What the machine is and has. */
export interface MachineInfo {
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly system: Omit<NodeSystemInfo, 'containerRuntimeVersion'>;
}

/** Reads what the kernel and the system say of the machine; what they do not say is ''. */
export async function readMachineInfo(): Promise<MachineInfo> {
  const [machineID, bootID, systemUUID, osRelease] = await Promise.all([
    readLine('/etc/machine-id'),
    readLine('/proc/sys/kernel/random/boot_id'),
    readLine('/sys/class/dmi/id/product_uuid'),
    readFile('/etc/os-release', 'utf8').catch(() => ''),
  ]);
  return {
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
    system: {
      machineID,
      systemUUID: systemUUID || machineID,
      bootID,
      kernelVersion: release(),
      osImage: /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(osRelease)?.[1] ?? 'Linux',
      kubeletVersion: versionInfo().gitVersion,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: goArchitecture(process.arch),
    },
  };
}

/** The address of the interface that the default route leaves by, or of any other, or of the loopback. */
export async function defaultNodeIp(): Promise<string> {
  const routes = await readFile('/proc/net/route', 'utf8').catch(() => '');
  const device = routes
    .split('\n')
    .map((line) => line.split('\t'))
    .find(([, destination, , flags]) => destination === '00000000' && (parseInt(flags ?? '0', 16) & 2) !== 0)?.[0];
  const interfaces = networkInterfaces();
  const ordered = [...(device === undefined ? [] : (interfaces[device] ?? [])), ...Object.values(interfaces).flat()];
  return ordered.find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1';
}

/** Bytes of the file system that a directory is on. */
export async function fileSystemBytes(
  path: string,
): Promise<{ readonly total: number; readonly available: number; readonly inodes: number }> {
  const { blocks, bsize, bavail, files } = await statfs(path);
  return { total: blocks * bsize, available: bavail * bsize, inodes: files };
}

async function readLine(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}
