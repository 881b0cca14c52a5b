import type { Container, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { computePodQos, podPriority } from '@kubescript/component-helpers';
import type { Init, LinuxContainerResources } from '@kubescript/cri-api';

import { milliUnits, resourceOf, wholeUnits } from '../container/quantities.ts';

const quotaPeriod = 100_000;
const systemCritical = 2_000_000_000;

/** CPU shares of a CPU request. @go kubernetes/pkg/kubelet/cm#MilliCPUToShares */
export function cpuShares(milliCpu: number): number {
  return milliCpu === 0 ? 2 : Math.min(262_144, Math.max(2, Math.floor((milliCpu * 1024) / 1000)));
}

/** CFS quota per 100 ms of a CPU limit; 0 = no limit. @go kubernetes/pkg/kubelet/cm#MilliCPUToQuota */
export function cpuQuota(milliCpu: number): number {
  return milliCpu === 0 ? 0 : Math.max(1000, Math.floor((milliCpu * quotaPeriod) / 1000));
}

/**
 * The Linux resources of a container.
 * @go kubernetes/pkg/kubelet/kuberuntime#(*kubeGenericRuntimeManager).generateLinuxContainerResources
 */
export function containerResources(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  memoryCapacity: number,
): Init<typeof LinuxContainerResources> {
  const cpuLimit = resourceOf(container, 'limits', 'cpu');
  const cpuRequest = resourceOf(container, 'requests', 'cpu') ?? cpuLimit;
  const memoryLimit = resourceOf(container, 'limits', 'memory');
  return {
    cpuShares: cpuShares(cpuRequest === undefined ? 0 : milliUnits(cpuRequest)),
    cpuPeriod: quotaPeriod,
    cpuQuota: cpuLimit === undefined ? 0 : cpuQuota(milliUnits(cpuLimit)),
    memoryLimitInBytes: memoryLimit === undefined ? 0 : wholeUnits(memoryLimit),
    oomScoreAdj: oomScore(pod, container, memoryCapacity),
  };
}

/** Who the kernel ends first when memory runs out. @go kubernetes/pkg/kubelet/qos#GetContainerOOMScoreAdjust */
export function oomScore(pod: DeepReadonly<Pod>, container: DeepReadonly<Container>, memoryCapacity: number): number {
  if (podPriority(pod) >= systemCritical) return -997;
  const qos = computePodQos(pod);
  if (qos === 'Guaranteed') return -997;
  if (qos === 'BestEffort') return 1000;
  const requested = wholeUnits(
    resourceOf(container, 'requests', 'memory') ?? resourceOf(container, 'limits', 'memory') ?? '0',
  );
  const score = Math.floor(1000 - (1000 * requested) / memoryCapacity);
  return Math.min(999, Math.max(3, score));
}
