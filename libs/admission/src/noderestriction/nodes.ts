import { isDeepStrictEqual } from 'node:util';

import type { AdmissionAttributes } from '@kubescript/apiserver';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Node } from '@kubescript/api/core/v1';

import { forbid, objectOf, oldObjectOf } from '../generic/attributes.ts';

const kubeletLabels: readonly string[] = [
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
];

/** Kubelets register and describe their own node; taints, owners and reserved labels are not theirs. */
export function admitNode(nodeName: string, attributes: AdmissionAttributes): Promise<void> {
  const requested = attributes.name === '' ? (attributes.object?.metadata.name ?? '') : attributes.name;
  if (requested !== nodeName) {
    throw forbid(attributes, `node "${nodeName}" is not allowed to modify node "${requested}"`);
  }
  if (attributes.operation === 'CREATE') checkLabels(nodeName, {}, objectOf<Node>(attributes), attributes);
  if (attributes.operation === 'UPDATE') {
    checkUpdate(nodeName, objectOf<Node>(attributes), oldObjectOf<Node>(attributes), attributes);
  }
  return Promise.resolve();
}

function checkUpdate(
  nodeName: string,
  node: DeepReadonly<Node>,
  old: DeepReadonly<Node>,
  attributes: AdmissionAttributes,
): void {
  if (!isDeepStrictEqual(node.spec.configSource, old.spec.configSource) && node.spec.configSource) {
    throw forbid(attributes, `node "${nodeName}" is not allowed to update configSource to a new non-nil configSource`);
  }
  if (!isDeepStrictEqual(node.spec.taints ?? [], old.spec.taints ?? [])) {
    throw forbid(attributes, `node "${nodeName}" is not allowed to modify taints`);
  }
  if (!isDeepStrictEqual(node.metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? [])) {
    throw forbid(attributes, `node "${nodeName}" is not allowed to modify ownerReferences`);
  }
  checkLabels(nodeName, old.metadata.labels ?? {}, node, attributes);
}

function checkLabels(
  nodeName: string,
  old: Readonly<Record<string, string>>,
  { metadata }: DeepReadonly<Node>,
  attributes: AdmissionAttributes,
): void {
  const labels = metadata.labels ?? {};
  const changed = [...new Set([...Object.keys(old), ...Object.keys(labels)])].filter((key) => old[key] !== labels[key]);
  const refused = changed.filter(isReserved).sort();
  if (refused.length === 0) return;
  const list = refused.join(', ');
  throw forbid(
    attributes,
    attributes.operation === 'CREATE'
      ? `node "${nodeName}" is not allowed to set the following labels: ${list}`
      : `is not allowed to modify labels: ${list}`,
  );
}

/** Labels of the project's own domains belong to administrators, but for those that kubelets are known to set. */
function isReserved(label: string): boolean {
  const domain = label.includes('/') ? (label.split('/')[0] ?? '') : '';
  const within = (parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`);
  if (within('node-restriction.kubernetes.io')) return true;
  if (!within('kubernetes.io') && !within('k8s.io')) return false;
  if (within('kubelet.kubernetes.io') || within('node.kubernetes.io')) return false;
  return !kubeletLabels.includes(label);
}
