import { mkdir } from 'node:fs/promises';

import type { KubeletConfig } from '../kubelet-config.ts';
import { defaultNodeIp, fileSystemBytes, readMachineInfo } from './machine-info.ts';
import type { NodeDescription } from './node-object.ts';

/** Bytes of memory that are kept free of pods (upstream's hard eviction threshold). */
const memoryReserve = 100 * 1024 * 1024;

/** Reads what the node is and has, once. */
export async function describeNode(config: KubeletConfig): Promise<NodeDescription> {
  await mkdir(config.rootDir, { recursive: true });
  const [machine, disk] = await Promise.all([readMachineInfo(), fileSystemBytes(config.rootDir)]);
  const ips = config.nodeIps.length > 0 ? config.nodeIps : [await defaultNodeIp()];
  const common = {
    cpu: String(machine.cpus),
    pods: String(config.maxPods),
    'hugepages-1Gi': '0',
    'hugepages-2Mi': '0',
  };
  return {
    name: config.nodeName,
    hostname: config.nodeName,
    ips,
    labels: config.nodeLabels,
    taints: config.registerWithTaints,
    podCidrs: config.podCidrs,
    providerId: config.providerId,
    unschedulable: !config.registerSchedulable,
    port: config.port,
    machine,
    capacity: { ...common, memory: kibibytes(machine.memoryBytes), 'ephemeral-storage': kibibytes(disk.total) },
    allocatable: {
      ...common,
      memory: kibibytes(machine.memoryBytes - memoryReserve),
      'ephemeral-storage': String(Math.floor(disk.total * 0.9)),
    },
  };
}

function kibibytes(bytes: number): string {
  return `${String(Math.floor(bytes / 1024))}Ki`;
}
