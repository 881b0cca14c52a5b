import type { ContainerStatus, Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  formatIp,
  invalid,
  isQualifiedName,
  isValidIp,
  parseIp,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { breaches, immutable } from '../../validation/checks.ts';

const STATUS = new FieldPath('status');

/** Checks the status that a kubelet reports. @go core/validation#ValidatePodStatusUpdate */
export function validatePodStatusUpdate(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const { status } = pod;
  return [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata, new FieldPath('metadata')),
    ...(old.status.qosClass === undefined
      ? []
      : immutable(status.qosClass, old.status.qosClass, STATUS.child('qosClass'))),
    ...(status.conditions ?? []).flatMap(({ type }, index) =>
      SYSTEM_CONDITIONS.has(type)
        ? []
        : breaches(STATUS.child('conditions').index(index).child('type'), type, isQualifiedName(type)),
    ),
    ...validateTerminations(pod, old),
    ...validateIps(pod),
  ];
}

const SYSTEM_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized', 'ContainersReady']);

function validateIps({ status }: DeepReadonly<Pod>): FieldError[] {
  const { hostIP = '', hostIPs = [], podIPs = [] } = status;
  const errors: FieldError[] = [];
  podIPs.forEach(({ ip }, index) => errors.push(...breaches(STATUS.child('podIPs').index(index), ip, isValidIp(ip))));
  if (podIPs.length > 1) errors.push(...validateDualStack(podIPs, 'podIPs'));
  hostIPs.forEach(({ ip }, index) => errors.push(...breaches(STATUS.child('hostIPs').index(index), ip, isValidIp(ip))));
  if (hostIPs[0] !== undefined && hostIPs[0].ip !== hostIP) {
    errors.push(invalid(STATUS.child('hostIPs').index(0).child('ip'), hostIPs[0].ip, 'must be equal to `hostIP`'));
  }
  if (hostIPs.length > 1) errors.push(...validateDualStack(hostIPs, 'hostIPs'));
  return errors;
}

function validateDualStack(ips: readonly { readonly ip: string }[], field: 'podIPs' | 'hostIPs'): FieldError[] {
  const parsed = ips.flatMap(({ ip }) => parseIp(ip) ?? []);
  const families = new Set(parsed.map((ip) => (formatIp(ip).includes(':') ? 6 : 4)));
  if (ips.length <= 2 && families.size === parsed.length) return [];
  const detail = 'may specify no more than one IP for each IP family';
  return [invalid(STATUS.child(field), ips, detail)];
}

/** What has ended for good must not run again. @go core/validation#ValidateContainerStateTransition */
function validateTerminations(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const { restartPolicy } = pod.spec;
  if (restartPolicy === 'Always') return [];
  const rules = pod.spec.containers.some((container) => container.restartPolicy !== undefined);
  if (rules) return [];
  const before = new Map((old.status.containerStatuses ?? []).map((status) => [status.name, status]));
  return (pod.status.containerStatuses ?? []).flatMap((status, index) => {
    const previous = before.get(status.name);
    if (previous === undefined || !restarted(status, previous)) return [];
    if (restartPolicy === 'OnFailure' && previous.state?.terminated?.exitCode !== 0) return [];
    return [
      forbidden(
        STATUS.child('containerStatuses').index(index).child('state'),
        'may not be transitioned to non-terminated state',
      ),
    ];
  });
}

function restarted(status: DeepReadonly<ContainerStatus>, previous: DeepReadonly<ContainerStatus>): boolean {
  return previous.state?.terminated !== undefined && status.state?.terminated === undefined;
}
