import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { allContainers, computePodQos } from '@kubescript/component-helpers';

import { milliUnits, resourceOf, wholeUnits } from '../container/quantities.ts';
import { cpuQuota, cpuShares } from '../kuberuntime/resources.ts';

const mountPoint = '/sys/fs/cgroup';

/** The cgroup of a pod, by its QoS class, or '' where pods have none. @go kubernetes/pkg/kubelet/cm#(*podContainerManagerImpl).GetPodContainerName */
export function podCgroup(pod: DeepReadonly<Pod>, root: string): string {
  if (root === '') return '';
  const qos = computePodQos(pod).toLowerCase();
  const parent = qos === 'guaranteed' ? root : join(root, qos);
  return join(parent, `pod${pod.metadata.uid ?? ''}`);
}

/** Makes and removes the cgroups of pods in every hierarchy of the machine (cgroup v1 or v2). */
export class PodCgroups {
  private readonly root: string;
  private bases: readonly string[] | undefined;

  constructor(root: string) {
    this.root = root;
  }

  /** Makes the pod's cgroup and sets what the whole pod may use. */
  async ensure(pod: DeepReadonly<Pod>): Promise<void> {
    const path = podCgroup(pod, this.root);
    if (path === '') return;
    for (const base of await this.hierarchies()) {
      const directory = join(base, path);
      if (await exists(directory)) continue;
      await makeChain(base, path);
      await this.limit(pod, directory);
    }
  }

  /** Removes the pod's cgroup, which the runtime leaves behind. */
  async remove(pod: DeepReadonly<Pod>): Promise<void> {
    const path = podCgroup(pod, this.root);
    if (path === '') return;
    for (const base of await this.hierarchies()) await removeTree(join(base, path));
  }

  /** Removes all cgroups of pods that are not among those of these uids. */
  async removeOthers(uids: ReadonlySet<string>): Promise<void> {
    if (this.root === '') return;
    for (const base of await this.hierarchies()) {
      for (const parent of ['', 'burstable', 'besteffort']) {
        const directory = join(base, this.root, parent);
        for (const name of await readdir(directory).catch(() => [])) {
          if (name.startsWith('pod') && !uids.has(name.slice(3))) await removeTree(join(directory, name));
        }
      }
    }
  }

  private async limit(pod: DeepReadonly<Pod>, directory: string): Promise<void> {
    const containers = allContainers(pod);
    const sum = (kind: 'limits' | 'requests', resource: string): (string | undefined)[] =>
      containers.map((container) => resourceOf(container, kind, resource));
    const cpuRequests = sum('requests', 'cpu').reduce((total, q) => total + (q === undefined ? 0 : milliUnits(q)), 0);
    await setIfThere(join(directory, 'cpu.shares'), String(cpuShares(cpuRequests)));
    const cpuLimits = sum('limits', 'cpu');
    if (cpuLimits.every((limit) => limit !== undefined)) {
      const quota = cpuQuota(cpuLimits.reduce((total, q) => total + milliUnits(q), 0));
      await setIfThere(join(directory, 'cpu.cfs_quota_us'), String(quota));
      await setIfThere(join(directory, 'cpu.max'), `${String(quota)} 100000`);
    }
    const memoryLimits = sum('limits', 'memory');
    if (memoryLimits.every((limit) => limit !== undefined)) {
      const bytes = String(memoryLimits.reduce((total, q) => total + wholeUnits(q), 0));
      await setIfThere(join(directory, 'memory.limit_in_bytes'), bytes);
      await setIfThere(join(directory, 'memory.max'), bytes);
    }
  }

  private async hierarchies(): Promise<readonly string[]> {
    this.bases ??= (await exists(join(mountPoint, 'cgroup.controllers')))
      ? [mountPoint]
      : [
          'cpu',
          'cpuacct',
          'cpu,cpuacct',
          'memory',
          'pids',
          'cpuset',
          'blkio',
          'devices',
          'freezer',
          'systemd',
          'hugetlb',
          'net_cls',
          'net_prio',
          'perf_event',
          'rdma',
          'misc',
          'unified',
        ].map((name) => join(mountPoint, name));
    const present: string[] = [];
    for (const base of this.bases) if (await exists(base)) present.push(base);
    this.bases = present;
    return present;
  }
}

/** Makes each level of a cgroup; a new cpuset takes no process before it has CPUs and memory nodes. */
async function makeChain(base: string, path: string): Promise<void> {
  let parent = base;
  for (const part of path.split('/').filter((name) => name !== '')) {
    const directory = join(parent, part);
    await mkdir(directory, { recursive: true });
    for (const file of ['cpuset.cpus', 'cpuset.mems']) {
      const own = await readFile(join(directory, file), 'utf8').catch(() => 'none');
      if (own.trim() !== '') continue;
      await setIfThere(join(directory, file), (await readFile(join(parent, file), 'utf8').catch(() => '')).trim());
    }
    const controllers = (await readFile(join(parent, 'cgroup.controllers'), 'utf8').catch(() => '')).trim();
    for (const name of controllers.split(' ').filter((word) => ['cpu', 'memory', 'pids', 'cpuset'].includes(word))) {
      await setIfThere(join(parent, 'cgroup.subtree_control'), `+${name}`);
    }
    parent = directory;
  }
}

/** Settings are the kernel's to refuse (another hierarchy, a limit below use): pods run without them then. */
async function setIfThere(file: string, value: string): Promise<void> {
  if (value !== '' && (await exists(file))) await writeFile(file, value).catch(() => undefined);
}

async function removeTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(directory, entry.name));
  await rmdir(directory).catch(() => undefined);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
