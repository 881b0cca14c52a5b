import type { Clock } from '@kubescript/apimachinery';
import type { Stores } from '@kubescript/lib-registry';

import { ensureRbacPolicy } from '../rbac/reconcile.ts';
import { ensureClusterAuthentication, type ClusterAuthentication } from './cluster-authentication.ts';
import { ensureFlowControl } from './flow-control.ts';
import type { KubernetesEndpoints } from './kubernetes-endpoints.ts';
import { ensureLegacyTokenTracking } from './legacy-token-tracking.ts';
import { ensureKubernetesService, ensureServiceCidr, type KubernetesServiceOptions } from './kubernetes-service.ts';
import { ensurePriorityClasses } from './priority-classes.ts';
import { ensureSystemNamespaces } from './system-namespaces.ts';

/** What a server needs to make the objects that every cluster has. */
export interface BootstrapDeps {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly kubernetesService: KubernetesServiceOptions;
  readonly kubernetesEndpoints: KubernetesEndpoints;
  readonly authentication: () => ClusterAuthentication;
}

/** Something to be done after the server listens; it is ready when all have succeeded. */
export interface PostStartHook {
  /** As in `/readyz/poststarthook/NAME`. */
  readonly name: string;
  /** The name of its health check, where that is another. */
  readonly check?: string;
  run(signal: AbortSignal): Promise<void>;
}

/**
 * The hooks that make what every cluster has. Each may run on a store of any state, again and again; all of them may
 * run at once, so that the writes of a first start share their way to the disk.
 *
 * @go k8s.io/kubernetes/pkg/controlplane#(*Instance).InstallLegacyAPI
 */
export function bootstrapHooks(deps: BootstrapDeps): readonly PostStartHook[] {
  const { stores, clock } = deps;
  return [
    {
      name: 'start-system-namespaces-controller',
      run: (signal) => ensureSystemNamespaces(stores, signal),
    },
    { name: 'rbac/bootstrap-roles', run: (signal) => ensureRbacPolicy(stores, signal) },
    {
      name: 'scheduling/bootstrap-system-priority-classes',
      run: (signal) => ensurePriorityClasses(stores, signal),
    },
    {
      name: 'priority-and-fairness-config-producer',
      run: (signal) => ensureFlowControl(stores, clock, signal),
    },
    {
      name: 'bootstrap-controller',
      run: (signal) => startKubernetesService(deps, signal),
    },
    {
      name: 'start-kubernetes-service-cidr-controller',
      run: (signal) => ensureServiceCidr(stores, deps.kubernetesService, clock, signal),
    },
    {
      name: 'start-cluster-authentication-info-controller',
      run: (signal) => ensureClusterAuthentication(stores, deps.authentication(), signal),
    },
    {
      name: 'start-legacy-token-tracking-controller',
      run: (signal) => ensureLegacyTokenTracking(stores, clock, signal),
    },
  ];
}

async function startKubernetesService(deps: BootstrapDeps, signal: AbortSignal): Promise<void> {
  const { stores, clock, kubernetesService, kubernetesEndpoints } = deps;
  await Promise.all([
    ensureKubernetesService(stores, kubernetesService, clock, signal),
    kubernetesEndpoints.reconcile(signal),
  ]);
}
