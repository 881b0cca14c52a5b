import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';

import { forbid, isFor } from '../generic/attributes.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { admitNode } from './nodes.ts';
import { admitEviction, admitPod, admitPodStatus } from './pods.ts';
import { admitToken } from './tokens.ts';

const nodesGroup = 'system:nodes';
const userPrefix = 'system:node:';
const leaseNamespace = 'kube-node-lease';

/**
 * NodeRestriction: a kubelet changes its own node, the pods that are bound to it, and nothing else.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/noderestriction#(*Plugin).Admit
 */
export function nodeRestriction(deps: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'NodeRestriction',
    handles: (operation) => operation !== 'CONNECT',
    async admit(attributes) {
      const nodeName = requestingNode(attributes);
      if (nodeName !== undefined) await admitFrom(nodeName, attributes, deps);
    },
  };
}

/** The node that a kubelet speaks for; undefined for everybody else. */
function requestingNode(attributes: AdmissionAttributes): string | undefined {
  const { user } = attributes;
  if (!user.groups.includes(nodesGroup) || !user.name.startsWith(userPrefix)) return undefined;
  const nodeName = user.name.slice(userPrefix.length);
  if (nodeName === '') throw forbid(attributes, `could not determine node from user "${user.name}"`);
  return nodeName;
}

async function admitFrom(nodeName: string, attributes: AdmissionAttributes, deps: AdmissionDeps): Promise<void> {
  const { resource, subresource } = attributes;
  if (resource.group === '' && resource.resource === 'pods') {
    switch (subresource) {
      case '':
        return admitPod(nodeName, attributes, deps);
      case 'status':
        return admitPodStatus(nodeName, attributes);
      case 'eviction':
        return admitEviction(nodeName, attributes, deps);
      default:
        throw forbid(
          attributes,
          `unexpected pod subresource "${subresource}", only 'status' and 'eviction' are allowed`,
        );
    }
  }
  if (resource.group === '' && resource.resource === 'nodes') return admitNode(nodeName, attributes);
  if (isFor(attributes, '', 'serviceaccounts', 'token')) return admitToken(nodeName, attributes, deps);
  if (isFor(attributes, 'coordination.k8s.io', 'leases')) admitLease(nodeName, attributes);
  if (isFor(attributes, 'storage.k8s.io', 'csinodes')) admitCsiNode(nodeName, attributes);
}

function admitLease(nodeName: string, attributes: AdmissionAttributes): void {
  if (attributes.namespace !== leaseNamespace) {
    throw forbid(attributes, `can only access leases in the "${leaseNamespace}" system namespace`);
  }
  if (requestedName(attributes) !== nodeName) {
    throw forbid(attributes, 'can only access node lease with the same name as the requesting node');
  }
}

function admitCsiNode(nodeName: string, attributes: AdmissionAttributes): void {
  if (requestedName(attributes) !== nodeName) {
    throw forbid(attributes, 'can only access CSINode with the same name as the requesting node');
  }
}

function requestedName({ operation, object, name }: AdmissionAttributes): string {
  return operation === 'CREATE' ? (object?.metadata.name ?? '') : name;
}
