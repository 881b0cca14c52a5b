import type { Clock } from '@kubescript/apimachinery';
import type { ApiGroupVersion, Authorizer, NewStore, TokenAuthenticator } from '@kubescript/apiserver';
import {
  installAdmissionregistration,
  installApps,
  installAuthentication,
  installAuthorization,
  installAutoscaling,
  installBatch,
  installCertificates,
  installCoordination,
  installCore,
  installDiscovery,
  installEvents,
  installFlowcontrol,
  installNetworking,
  installNode,
  installPolicy,
  installRbac,
  installResourceGroup,
  installScheduling,
  installStorage,
  openStores,
  ServiceAllocators,
  type ComponentProbe,
  type ConnectFactories,
  type ServiceNetworkOptions,
  type Stores,
  type TokenIssuer,
  type TokenLifetime,
} from '@kubescript/lib-registry';

import { selectGroups, type RuntimeConfig } from './resource-config.ts';

/** What the groups are made of. */
export interface GroupDeps {
  /** Makes a store on the server's backend. */
  readonly newStore: NewStore;
  readonly clock: Clock;
  readonly authorizer: Authorizer;
  /** Checks the tokens that TokenReviews ask about. */
  readonly tokenAuthenticator?: TokenAuthenticator | undefined;
  /** Signs the tokens of ServiceAccounts. */
  readonly tokenIssuer: TokenIssuer;
  /** The audiences of this server: of tokens that name none. */
  readonly apiAudiences: readonly string[];
  /** How long those tokens live. */
  readonly tokenLifetime?: TokenLifetime;
  readonly serviceNetwork: ServiceNetworkOptions;
  /** Versions and resources that are switched on or off. */
  readonly runtimeConfig?: RuntimeConfig;
  /** What componentstatuses shows, by component. */
  readonly componentProbes?: Readonly<Record<string, ComponentProbe>>;
  /** Subresources that talk to kubelets and workloads; those without a factory are not served. */
  readonly connect?: ConnectFactories;
}

/** All groups, and what else of the server works on their stores. */
export interface InstalledGroups {
  /** In the order of discovery. */
  readonly groups: readonly ApiGroupVersion[];
  readonly stores: Stores;
  readonly serviceAllocators: ServiceAllocators;
}

/**
 * Opens the store of every resource and puts the resources into their groups. Authorizers may be made of the stores:
 * then open them first with `openGroupStores` and pass them on.
 *
 * @go k8s.io/kubernetes/pkg/controlplane#(*CompletedConfig).StorageProviders
 */
export function installGroups(
  deps: GroupDeps,
  opened: OpenedStores = openGroupStores(deps.newStore, deps.serviceNetwork),
): InstalledGroups {
  const { stores } = opened;
  const core = installCore(stores, {
    clock: deps.clock,
    tokenIssuer: deps.tokenIssuer,
    apiAudiences: deps.apiAudiences,
    tokenLifetime: deps.tokenLifetime,
    componentProbes: deps.componentProbes ?? {},
    connect: deps.connect ?? {},
  });
  const groups = [
    core,
    installApps(stores),
    installEvents(stores),
    installAuthentication(deps),
    installAuthorization(deps.authorizer),
    ...installAutoscaling(stores),
    installBatch(stores),
    installCertificates(stores),
    installNetworking(stores),
    installPolicy(stores),
    installRbac(stores),
    installStorage(stores),
    installAdmissionregistration(stores),
    installScheduling(stores),
    installCoordination(stores),
    installNode(stores),
    installDiscovery(stores),
    installResourceGroup(stores),
    installFlowcontrol(stores),
  ];
  return { ...opened, groups: selectGroups(groups, deps.runtimeConfig ?? {}) };
}

/** The stores before they are served. */
export interface OpenedStores {
  readonly stores: Stores;
  readonly serviceAllocators: ServiceAllocators;
}

/** Opens the store of every resource; events are kept for `eventTtlSeconds`, an hour by default. */
export function openGroupStores(
  newStore: NewStore,
  serviceNetwork: ServiceNetworkOptions,
  eventTtlSeconds?: number,
): OpenedStores {
  const ttl = eventTtlSeconds === undefined ? {} : { eventTtlSeconds };
  // The allocators keep what is taken in the stores, one of which they are hooks of.
  const serviceAllocators: ServiceAllocators = new ServiceAllocators(serviceNetwork, () => stores);
  const stores: Stores = openStores({ newStore, serviceHooks: serviceAllocators, ...ttl });
  return { stores, serviceAllocators };
}
