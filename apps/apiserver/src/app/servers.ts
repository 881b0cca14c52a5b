import {
  type ApiGroupVersion,
  type DelegationTarget,
  GenericApiServer,
  type GenericServerOptions,
  type Handler,
  type NewStore,
  type ServiceEndpoint,
  openApiDocuments,
} from '@kubescript/apiserver';
import { MetricsRegistry, versionInfo } from '@kubescript/component-base';
import { Aggregator, type ProxyClientCertificate, installApiregistration } from '@kubescript/kube-aggregator';
import { apiServicePriority } from '@kubescript/lib-controlplane';

/** What the servers of the process are made of. */
export interface ServerChainOptions {
  /** What kube-apiserver itself serves. */
  readonly installed: readonly ApiGroupVersion[];
  /** Makes the stores of the aggregator. */
  readonly newStore: NewStore;
  /** What all of them have in common. */
  readonly shared: Omit<GenericServerOptions, 'groups' | 'openapi' | 'handlers' | 'delegate' | 'discoveryView'>;
  /** Further answers of kube-apiserver, by exact path. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** What serves custom resources. */
  readonly apiExtensions?: DelegationTarget;
  readonly routesToEndpoints: boolean;
  readonly proxyClient: () => ProxyClientCertificate | undefined;
  readonly loopback: () => ServiceEndpoint;
  readonly onAggregatorError: (error: unknown) => void;
}

/** The front server, and what keeps it informed of extension servers. */
export interface ServerChain {
  readonly server: GenericApiServer;
  readonly aggregator: Aggregator;
}

/** In-process components that are part of the server itself. */
const loopbackUser = { name: 'system:apiserver', groups: ['system:masters'] };

/**
 * Puts the servers one behind the other: aggregator, kube-apiserver, apiextensions.
 *
 * @go k8s.io/kubernetes/cmd/kube-apiserver/app#CreateServerChain
 */
export function chainServers(options: ServerChainOptions): ServerChain {
  const { shared, installed, apiExtensions } = options;
  const { gitVersion } = versionInfo();
  const { metrics = new MetricsRegistry() } = shared;
  const kubeApiServer = new GenericApiServer({
    ...shared,
    groups: installed,
    openapi: openApiDocuments(installed, shared.scheme, gitVersion),
    handlers: options.handlers,
    ...(apiExtensions ? { delegate: apiExtensions } : {}),
  });
  const aggregator = new Aggregator({
    local: kubeApiServer,
    transport: () => server.transport(loopbackUser, 'kube-apiserver'),
    priorityOf: apiServicePriority,
    routesToEndpoints: options.routesToEndpoints,
    clientCertificate: options.proxyClient,
    loopback: options.loopback,
    metrics,
    onError: options.onAggregatorError,
  });
  const groups = [installApiregistration(options.newStore)];
  const server: GenericApiServer = new GenericApiServer({
    ...shared,
    groups,
    openapi: openApiDocuments(groups, shared.scheme, gitVersion),
    delegate: aggregator.target,
    discoveryView: aggregator.view,
  });
  return { server, aggregator };
}
