import { cpus, freemem, totalmem, uptime } from 'node:os';

import { formatTime } from '@kubescript/apimachinery';
import type { ContainerStats } from '@kubescript/cri-api';

import { criLabel } from '../container/labels.ts';
import type { Kubelet } from '../kubelet.ts';

/**
 * What node, pods and containers use, as /stats/summary answers it: CPU, memory and writable layers.
 * @go k8s.io/kubelet/pkg/apis/stats/v1alpha1#Summary
 */
export async function statsSummary(kubelet: Kubelet): Promise<object> {
  const { clock, nodeName, runtime } = kubelet.config;
  const { stats } = await runtime.runtime.listContainerStats({});
  const now = clock.now();
  const byPod = new Map<string, ContainerStats[]>();
  for (const one of stats) {
    const uid = one.attributes?.labels[criLabel.podUid] ?? '';
    byPod.set(uid, [...(byPod.get(uid) ?? []), one]);
  }
  return {
    node: { nodeName, startTime: formatTime(now - uptime() * 1000), ...nodeUse(now) },
    pods: [...byPod].map(([uid, containers]) => ({
      podRef: {
        name: containers[0]?.attributes?.labels[criLabel.podName] ?? '',
        namespace: containers[0]?.attributes?.labels[criLabel.podNamespace] ?? '',
        uid,
      },
      startTime: kubelet.workers.pod(uid)?.status.startTime ?? null,
      containers: containers.map(containerUse),
      cpu: {
        time: formatTime(now),
        usageCoreNanoSeconds: sum(containers, ({ cpu }) => cpu?.usageCoreNanoSeconds?.value),
      },
      memory: {
        time: formatTime(now),
        workingSetBytes: sum(containers, ({ memory }) => memory?.workingSetBytes?.value),
      },
    })),
  };
}

function nodeUse(now: number): object {
  const busy = cpus().reduce((total, { times }) => total + times.user + times.nice + times.sys + times.irq, 0);
  const used = totalmem() - freemem();
  return {
    cpu: { time: formatTime(now), usageCoreNanoSeconds: busy * 1e6 },
    memory: { time: formatTime(now), availableBytes: freemem(), usageBytes: used, workingSetBytes: used },
  };
}

function containerUse({ attributes, cpu, memory, writableLayer }: ContainerStats): object {
  const time = (nanoseconds: number | undefined): string => formatTime((nanoseconds ?? 0) / 1e6);
  return {
    name: attributes?.labels[criLabel.containerName] ?? '',
    startTime: null,
    cpu: {
      time: time(cpu?.timestamp),
      usageNanoCores: cpu?.usageNanoCores?.value ?? 0,
      usageCoreNanoSeconds: cpu?.usageCoreNanoSeconds?.value ?? 0,
    },
    memory: {
      time: time(memory?.timestamp),
      workingSetBytes: memory?.workingSetBytes?.value ?? 0,
      usageBytes: memory?.usageBytes?.value ?? 0,
      rssBytes: memory?.rssBytes?.value ?? 0,
    },
    rootfs: { time: time(writableLayer?.timestamp), usedBytes: writableLayer?.usedBytes?.value ?? 0 },
  };
}

function sum(stats: readonly ContainerStats[], value: (stats: ContainerStats) => number | undefined): number {
  return stats.reduce((total, one) => total + (value(one) ?? 0), 0);
}
