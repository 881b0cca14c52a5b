import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Node } from '@kubescript/api/core/v1';

import { age, nameOf, none } from './cells.ts';
import { printer } from './columns.ts';

const rolePrefix = 'node-role.kubernetes.io/';
const oldRoleLabel = 'kubernetes.io/role';

/** The table of nodes. */
export const nodePrinter = printer<Node>(
  'Name(name) | Status | Roles | Age | Version | Internal-IP* | External-IP* | OS-Image* | Kernel-Version* | Container-Runtime*',
  (node) => {
    const info = node.status.nodeInfo;
    return [
      nameOf(node),
      statusText(node),
      rolesText(node),
      age(node),
      info?.kubeletVersion ?? '',
      addressOf(node, 'InternalIP'),
      addressOf(node, 'ExternalIP'),
      orUnknown(info?.osImage),
      kernelText(node),
      orUnknown(info?.containerRuntimeVersion),
    ];
  },
);

function statusText({ status, spec }: DeepReadonly<Node>): string {
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  const words = [ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'];
  if (spec.unschedulable === true) words.push('SchedulingDisabled');
  return words.join(',');
}

/** The roles that labels give a node, in the order of the alphabet. */
function rolesText({ metadata }: DeepReadonly<Node>): string {
  const roles = new Set<string>();
  for (const [label, value] of Object.entries(metadata.labels ?? {})) {
    if (label.startsWith(rolePrefix) && label.length > rolePrefix.length) roles.add(label.slice(rolePrefix.length));
    else if (label === oldRoleLabel && value !== '') roles.add(value);
  }
  return roles.size === 0 ? none : [...roles].sort().join(',');
}

function addressOf({ status }: DeepReadonly<Node>, wanted: string): string {
  return status.addresses?.find(({ type }) => type === wanted)?.address ?? none;
}

function kernelText({ status }: DeepReadonly<Node>): string {
  const { kernelVersion = '', architecture = '' } = status.nodeInfo ?? {};
  if (kernelVersion === '') return '<unknown>';
  return architecture === '' ? kernelVersion : `${kernelVersion} (${architecture})`;
}

function orUnknown(text: string | undefined): string {
  return text === undefined || text === '' ? '<unknown>' : text;
}
