import { alwaysAllow, alwaysDeny, type Authorizer, AuthorizerUnion, privilegedGroup } from '@kubescript/apiserver';
import { NodeAuthorizer, NodeGraph, PolicyCache, RbacAuthorizer } from '@kubescript/lib-auth';
import { bootstrapClusterRoles, type OpenedStores } from '@kubescript/lib-controlplane';

import type { CompletedOptions } from '../options.ts';
import { modesOf } from '../flags/authorization.ts';
import type { AuthLoops } from './followed.ts';

/** Who may do what. */
export interface OpenedAuthorization {
  readonly authorizer: Authorizer;
  /** What a user holds, for the check against escalation; undefined without RBAC. */
  readonly rbac: RbacAuthorizer | undefined;
}

/**
 * One authorizer per mode, after the one that lets system:masters do everything.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/authorizer#Config.New
 */
export function openAuthorization(
  options: CompletedOptions,
  stores: OpenedStores['stores'],
  loops: AuthLoops,
): OpenedAuthorization {
  let rbac: RbacAuthorizer | undefined;
  const open = (mode: string): Authorizer => {
    switch (mode) {
      case 'Node':
        return openNodeAuthorizer(stores, loops);
      case 'RBAC':
        rbac = openRbacAuthorizer(stores, loops);
        return rbac;
      case 'AlwaysDeny':
        return alwaysDeny;
      case 'AlwaysAllow':
        return alwaysAllow;
      default:
        throw new Error(`unknown authorization mode ${mode} specified`);
    }
  };
  const modes = modesOf(options.authorization).map(open);
  return { authorizer: new AuthorizerUnion([privilegedGroup('system:masters'), ...modes]), rbac };
}

function openNodeAuthorizer(stores: OpenedStores['stores'], loops: AuthLoops): NodeAuthorizer {
  const graph = new NodeGraph();
  const { synced, done } = graph.run(stores, loops.signal);
  loops.spawn('node authorizer', () => done);
  const rules = bootstrapClusterRoles.find((role) => role.metadata.name === 'system:node')?.rules ?? [];
  return new NodeAuthorizer(graph, rules, synced);
}

function openRbacAuthorizer(stores: OpenedStores['stores'], loops: AuthLoops): RbacAuthorizer {
  const policy = new PolicyCache();
  const { synced, done } = policy.run(stores, loops.signal);
  loops.spawn('RBAC authorizer', () => done);
  return new RbacAuthorizer(policy, synced);
}
