import type { ContainerState, Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Info } from '@kubescript/cli-runtime';
import { computePodQos } from '@kubescript/component-helpers';

import { formatController, formatLongTime, writeMaps, writeName } from './metadata.ts';
import { formatTolerations, writeContainers, writeVolumes } from './pod-template.ts';
import { type DescribeWriter, formatMap } from './writer.ts';

/** Writes a pod. */
export function describePod(writer: DescribeWriter, info: Info): void {
  const pod = info.object as unknown as Pod;
  const { metadata, spec, status } = pod;
  writeName(writer, metadata);
  if ((spec.priority ?? undefined) !== undefined) writer.field(0, 'Priority:', String(spec.priority));
  writer.field(0, 'Service Account:', spec.serviceAccountName ?? '');
  writer.field(0, 'Node:', (spec.nodeName ?? '') === '' ? '<none>' : `${spec.nodeName ?? ''}/${status.hostIP ?? ''}`);
  if (status.startTime !== undefined) writer.field(0, 'Start Time:', formatLongTime(status.startTime));
  writeMaps(writer, metadata);
  if (metadata.deletionTimestamp !== undefined) {
    writer.field(0, 'Status:', `Terminating (since ${metadata.deletionTimestamp})`);
    writer.field(0, 'Termination Grace Period:', `${String(metadata.deletionGracePeriodSeconds ?? 0)}s`);
  } else writer.field(0, 'Status:', status.phase ?? '');
  if ((status.reason ?? '') !== '') writer.field(0, 'Reason:', status.reason ?? '');
  if ((status.message ?? '') !== '') writer.field(0, 'Message:', status.message ?? '');
  writer.field(0, 'IP:', status.podIP ?? '');
  writePodIps(writer, status.podIPs ?? []);
  const controller = formatController(metadata);
  if (controller !== '') writer.field(0, 'Controlled By:', controller);
  if ((spec.initContainers ?? []).length > 0) {
    writePodContainers(writer, 'Init Containers', spec.initContainers ?? [], status.initContainerStatuses);
  }
  writePodContainers(writer, 'Containers', spec.containers, status.containerStatuses);
  if ((status.conditions ?? []).length > 0) {
    writer.line(0, 'Conditions:');
    writer.field(1, 'Type', 'Status');
    for (const { type, status: value } of status.conditions ?? []) writer.field(1, type, value);
  }
  writeVolumes(writer, 0, spec.volumes ?? []);
  writer.field(0, 'QoS Class:', status.qosClass ?? computePodQos(pod));
  writer.field(0, 'Node-Selectors:', formatMap(spec.nodeSelector));
  writer.field(0, 'Tolerations:', formatTolerations(spec.tolerations));
}

function writePodIps(writer: DescribeWriter, ips: readonly { readonly ip: string }[]): void {
  if (ips.length === 0) {
    writer.field(0, 'IPs:', '<none>');
    return;
  }
  writer.line(0, 'IPs:');
  for (const { ip } of ips) writer.field(1, 'IP:', ip);
}

interface StatusLike {
  readonly name: string;
  readonly image?: string;
  readonly imageID?: string;
  readonly containerID?: string;
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly state?: DeepReadonly<ContainerState>;
  readonly lastState?: DeepReadonly<ContainerState>;
}

function writePodContainers(
  writer: DescribeWriter,
  title: string,
  containers: Parameters<typeof writeContainers>[3],
  statuses: readonly StatusLike[] | undefined,
): void {
  const statusOf = (name: string): StatusLike | undefined => statuses?.find((status) => status.name === name);
  writeContainers(writer, 0, title, containers, {
    identity: (name) => {
      const status = statusOf(name);
      return { containerId: status?.containerID ?? '', imageId: status?.imageID ?? '' };
    },
    state: (name) => {
      const status = statusOf(name);
      if (status !== undefined) writeStatus(writer, status);
    },
  });
}

function writeStatus(writer: DescribeWriter, status: StatusLike): void {
  writeState(writer, 'State:', status.state);
  if (status.lastState?.terminated !== undefined) writeState(writer, 'Last State:', status.lastState);
  writer.field(2, 'Ready:', status.ready === true ? 'True' : 'False');
  writer.field(2, 'Restart Count:', String(status.restartCount ?? 0));
}

function writeState(writer: DescribeWriter, title: string, state: DeepReadonly<ContainerState> | undefined): void {
  if (state?.running !== undefined) {
    writer.field(2, title, 'Running');
    writer.field(3, 'Started:', formatLongTime(state.running.startedAt));
  } else if (state?.terminated !== undefined) {
    const { reason = '', message = '', exitCode, startedAt, finishedAt } = state.terminated;
    writer.field(2, title, 'Terminated');
    if (reason !== '') writer.field(3, 'Reason:', reason);
    if (message !== '') writer.field(3, 'Message:', message);
    writer.field(3, 'Exit Code:', String(exitCode));
    writer.field(3, 'Started:', formatLongTime(startedAt));
    writer.field(3, 'Finished:', formatLongTime(finishedAt));
  } else {
    writer.field(2, title, 'Waiting');
    if ((state?.waiting?.reason ?? '') !== '') writer.field(3, 'Reason:', state?.waiting?.reason ?? '');
  }
}
