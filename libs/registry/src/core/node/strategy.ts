import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Node } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { keepMember, simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'Node' };

/**
 * Nodes. A kubelet registers itself with a status, so creation keeps it.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/node#Strategy
 */
export const nodeResource: ResourceDefinition<Node> = {
  resource: 'nodes',
  singular: 'node',
  kind,
  shortNames: ['no'],
  keyPrefix: 'minions',
  strategy: simpleStrategy<Node>({
    kind,
    namespaced: false,
    prepareForCreate: dropConfigSource,
    prepareForUpdate: keepNodeStatus,
    warningsOnCreate: nodeWarnings,
    warningsOnUpdate: nodeWarnings,
    selectableFields: { 'spec.unschedulable': (node) => String(node.spec.unschedulable ?? false) },
  }),
  statusStrategy: statusStrategy<Node>({ kind }),
};

function keepNodeStatus(node: Node, old: DeepReadonly<Node>): void {
  keepMember(node, old, 'status');
}

/** Kubelets can no longer be configured through their node. */
function dropConfigSource({ spec }: Node): void {
  delete spec.configSource;
}

function nodeWarnings({ spec }: Node): string[] {
  return [
    ...((spec.externalID ?? '') === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
  ];
}
