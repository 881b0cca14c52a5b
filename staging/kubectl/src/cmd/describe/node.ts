import type { Node, Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  humanDuration,
  newQuantity,
  parseQuantity,
  parseTime,
  type QuantityValue,
} from '@kubescript/apimachinery';
import { alignColumns, type Info } from '@kubescript/cli-runtime';
import { corev1 } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';
import { formatLongTime, writeMaps, writeName } from './metadata.ts';
import type { DescribeWriter } from './writer.ts';

/** Writes a node, the pods on it, and what they ask for. */
export async function describeNode(writer: DescribeWriter, info: Info, context: CommandContext): Promise<void> {
  const { metadata, spec, status } = info.object as unknown as Node;
  writeName(writer, metadata);
  writer.field(0, 'Roles:', rolesOf(metadata.labels));
  writeMaps(writer, metadata);
  writer.field(0, 'CreationTimestamp:', formatLongTime(metadata.creationTimestamp));
  const taints = (spec.taints ?? []).map(
    ({ key, value = '', effect }) => `${key}${value === '' ? '' : `=${value}`}:${effect}`,
  );
  writer.lines(0, 'Taints:', taints.length === 0 ? ['<none>'] : taints);
  writer.field(0, 'Unschedulable:', String(spec.unschedulable ?? false));
  writeTable(
    writer,
    'Conditions:',
    ['Type', 'Status', 'LastHeartbeatTime', 'LastTransitionTime', 'Reason', 'Message'],
    (status.conditions ?? []).map((condition) => [
      condition.type,
      condition.status,
      formatLongTime(condition.lastHeartbeatTime),
      formatLongTime(condition.lastTransitionTime),
      condition.reason ?? '',
      condition.message ?? '',
    ]),
  );
  writer.line(0, 'Addresses:');
  for (const { type, address } of status.addresses ?? []) writer.field(1, `${type}:`, address);
  writeResources(writer, 'Capacity:', status.capacity);
  writeResources(writer, 'Allocatable:', status.allocatable);
  writeSystemInfo(writer, status.nodeInfo as unknown as Readonly<Record<string, unknown>> | undefined);
  if ((spec.podCIDR ?? '') !== '') {
    writer.field(0, 'PodCIDR:', spec.podCIDR ?? '');
    writer.field(0, 'PodCIDRs:', (spec.podCIDRs ?? []).join(','));
  }
  const pods = await (await context.access.client(corev1.pods)).list({ fieldSelector: `spec.nodeName=${info.name}` });
  const active = pods.items.filter(({ status: state }) => state.phase !== 'Succeeded' && state.phase !== 'Failed');
  writePods(writer, active, status.allocatable ?? {}, context.clock.now());
}

function rolesOf(labels: Readonly<Record<string, string>> | undefined): string {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(labels ?? {})
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
  return roles.length === 0 ? '<none>' : roles.sort().join(',');
}

function writeTable(
  writer: DescribeWriter,
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  writer.line(0, title);
  const dashes = header.map((name) => '-'.repeat(name.length));
  const text = alignColumns([header, dashes, ...rows], { padding: 2, minWidth: 0 });
  for (const line of text.trimEnd().split('\n')) writer.line(1, line);
}

function writeResources(
  writer: DescribeWriter,
  title: string,
  list: Readonly<Record<string, string>> | undefined,
): void {
  writer.line(0, title);
  for (const [name, quantity] of Object.entries(list ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.field(1, `${name}:`, quantity);
  }
}

const infoTitles: readonly (readonly [member: string, title: string])[] = [
  ['machineID', 'Machine ID:'],
  ['systemUUID', 'System UUID:'],
  ['bootID', 'Boot ID:'],
  ['kernelVersion', 'Kernel Version:'],
  ['osImage', 'OS Image:'],
  ['operatingSystem', 'Operating System:'],
  ['architecture', 'Architecture:'],
  ['containerRuntimeVersion', 'Container Runtime Version:'],
  ['kubeletVersion', 'Kubelet Version:'],
];

function writeSystemInfo(writer: DescribeWriter, info: Readonly<Record<string, unknown>> | undefined): void {
  writer.line(0, 'System Info:');
  for (const [member, title] of infoTitles) writer.field(1, title, textOf(info?.[member]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const requestColumns = ['cpu', 'memory'] as const;

function writePods(
  writer: DescribeWriter,
  pods: readonly DeepReadonly<Pod>[],
  allocatable: Readonly<Record<string, string>>,
  now: number,
): void {
  const header = ['Namespace', 'Name', 'CPU Requests', 'CPU Limits', 'Memory Requests', 'Memory Limits', 'Age'];
  const cell = (amount: QuantityValue, resource: string): string =>
    `${amount.toString()} (${percentOf(amount, allocatable[resource])}%)`;
  const rows = pods.map((pod) => [
    pod.metadata.namespace ?? '',
    pod.metadata.name ?? '',
    ...requestColumns.flatMap((resource) => [
      cell(sumOf(pod, 'requests', resource), resource),
      cell(sumOf(pod, 'limits', resource), resource),
    ]),
    humanDuration(now - parseTime(pod.metadata.creationTimestamp ?? '1970-01-01T00:00:00Z')),
  ]);
  writeTable(writer, `Non-terminated Pods: (${String(pods.length)} in total)`, header, rows);
  const total = (kind: 'requests' | 'limits', resource: string): QuantityValue =>
    pods.reduce((sum, pod) => sum.add(sumOf(pod, kind, resource)), newQuantity(0));
  writer.line(0, 'Allocated resources:');
  writer.line(1, '(Total limits may be over 100 percent, i.e., overcommitted.)');
  const totals = requestColumns.map((resource) => [
    resource,
    cell(total('requests', resource), resource),
    cell(total('limits', resource), resource),
  ]);
  const text = alignColumns([['Resource', 'Requests', 'Limits'], ['--------', '--------', '------'], ...totals], {
    padding: 2,
    minWidth: 0,
  });
  for (const line of text.trimEnd().split('\n')) writer.line(1, line);
}

function sumOf(pod: DeepReadonly<Pod>, kind: 'requests' | 'limits', resource: string): QuantityValue {
  const amounts = pod.spec.containers.map((container) => container.resources?.[kind]?.[resource] ?? '0');
  return amounts.reduce((sum, text) => sum.add(parseQuantity(text)), newQuantity(0));
}

function percentOf(amount: QuantityValue, allocatable: string | undefined): string {
  const whole = allocatable === undefined ? 0 : parseQuantity(allocatable).asNumber();
  return String(whole === 0 ? 0 : Math.floor((amount.asNumber() / whole) * 100));
}
