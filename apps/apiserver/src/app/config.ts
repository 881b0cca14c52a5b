import { newProtobufCodec } from '@kubescript/apimachinery';
import type { Backend, FlowController, GenericApiServer, ServerLifecycle } from '@kubescript/apiserver';
import type { ApiExtensionsServer } from '@kubescript/apiextensions-apiserver';
import { type Logger, MetricsRegistry, newLogger } from '@kubescript/component-base';
import type { Aggregator } from '@kubescript/kube-aggregator';
import { initializeCapabilities, newApiScheme } from '@kubescript/lib-apis';
import { withEscalationGuard, withParamGuard } from '@kubescript/lib-auth';
import { type ClusterAuthentication, type InstalledGroups, kubernetesServiceIp } from '@kubescript/lib-controlplane';

import { advertiseAddressOf } from './advertise-address.ts';
import { openAudit } from './audit.ts';
import { requestHeaderNames } from './auth/authentication.ts';
import { openAuth } from './auth/index.ts';
import { openServerAdmission } from './config/admission.ts';
import { clientAuthorities, clusterAuthenticationOf } from './config/client-authorities.ts';
import { type OpeningContext, describe } from './config/context.ts';
import { openApiExtensions } from './config/extensions.ts';
import { newFlowControl } from './config/flow-control.ts';
import { installServerGroups } from './config/groups.ts';
import { serverHandlers } from './config/handlers.ts';
import { servingLimits } from './config/limits.ts';
import { newServerListener } from './config/listener.ts';
import { openServerStores } from './config/stores.ts';
import type { Encryption } from './encryption.ts';
import { featureGateOf } from './flags/features.ts';
import { addAllocationGauges, newAllocatorObserver } from './allocator-metrics.ts';
import { metricsViewOf } from './flags/metrics.ts';
import type { Listener } from './listener.ts';
import { type CompletedOptions, parsePortRange } from './options.ts';
import type { ApiserverOverrides } from './overrides.ts';
import { type ServerPki, openPki } from './pki.ts';
import { openKeyPairFiles } from './proxy-client.ts';
import { chainServers } from './servers.ts';
import { ServingCertificates } from './serving-certificates.ts';
import { type Tracing, openTracing } from './tracing.ts';

/** A server that is put together and does not listen yet. Disposing closes its listener, stores and backend. */
export interface ApiserverConfig extends AsyncDisposable {
  readonly options: CompletedOptions;
  readonly logger: Logger;
  readonly backend: Backend;
  readonly pki: ServerPki;
  readonly advertiseAddress: string;
  readonly installed: InstalledGroups;
  readonly server: GenericApiServer;
  readonly aggregator: Aggregator;
  /** How the clients of this server are recognised now. */
  readonly clusterAuthentication: () => ClusterAuthentication;
  readonly apiExtensions: ApiExtensionsServer;
  readonly listener: Listener;
  readonly lifecycle: ServerLifecycle;
  readonly encryption: Encryption | undefined;
  readonly tracing: Tracing | undefined;
  readonly servingCertificates: ServingCertificates;
  /** Undefined where limits in flight take its place. */
  readonly flowControl: FlowController | undefined;
}

/**
 * Opens certificates, stores and registries and builds the servers on them, each part in a file of `config/`. What one
 * part needs of a later one (the port, what is served) it asks for when it works, not now.
 */
export async function openConfig(
  options: CompletedOptions,
  embedder: ApiserverOverrides = {},
): Promise<ApiserverConfig> {
  await using opening = new AsyncDisposableStack();
  const context = newContext(options, embedder, opening);
  const { logger, metrics, scheme } = context;
  const audit = await openAudit(options.auditing, { logger, metrics });
  if (audit) opening.use(audit.backend);
  const tracing = openTracing(options.traces.tracingConfigFile, logger);
  if (tracing) opening.use(tracing);
  const advertiseAddress = advertiseAddressOf(options);
  const pki = embedder.pki ?? (await openPki(options, advertiseAddress, [serviceIpOf(options)]));

  const serviceNetwork = { ...serviceNetworkOf(options), observer: newAllocatorObserver(metrics) };
  const storage = await openServerStores(context, serviceNetwork);
  addAllocationGauges(metrics, storage.opened.serviceAllocators);
  const auth = opening.use(
    await openAuth({
      ...{ options, pki, opened: storage.opened, logger, metrics },
      ...(embedder.tokens ? { knownTokens: embedder.tokens } : {}),
      onAuthorities: () => {
        listener.updateTls({ clientCa: clientAuthorities(auth) });
      },
    }),
  );
  const installed = installServerGroups(options, { storage, auth, pki, serviceNetwork });
  const { plugins } = await openServerAdmission(context, {
    installed,
    authorizer: auth.authorizer,
    served: () => server.groupVersions(),
  });
  const limits = servingLimits(options.limits);
  const protobuf = newProtobufCodec(scheme.schemas);
  const apiExtensions = openApiExtensions(context, { storage, installed, admission: plugins, protobuf, limits });
  const flowControl = newFlowControl(options, metrics);
  const features = featureGateOf(options.features);
  features.addMetrics(metrics);
  const externalHost = options.limits.externalHostname || advertiseAddress;
  const serverAddress = (): string => `${externalHost}:${String(listener.address.port)}`;
  const objectCount = (group: string, resource: string): number | undefined =>
    storage.stores.objectCount(group, resource);

  const { server, aggregator } = chainServers({
    installed: withParamGuard(
      auth.rbac ? withEscalationGuard(installed.groups, auth.rbac, auth.authorizer) : installed.groups,
      { authorizer: auth.authorizer, served: () => server.groupVersions() },
    ),
    newStore: storage.stores.newStore,
    shared: {
      ...{ scheme, protobuf, metrics, serverAddress, admission: plugins },
      ...{ authenticator: auth.authenticator, authorizer: auth.authorizer, anonymous: auth.anonymous },
      ...limits,
      ...(audit ? { audit } : {}),
      ...(tracing ? { tracer: tracing.tracer } : {}),
      ...(flowControl ? { flowControl: { controller: flowControl, objectCount } } : {}),
      requestHeaders: requestHeaderNames(options.requestHeader, features),
      features: {
        mayStreamLists: features.enabled('WatchList'),
        constrainedImpersonation: features.enabled('ConstrainedImpersonation'),
      },
      alwaysAllowPaths: options.authorization.authorizationAlwaysAllowPaths,
      onPanic: (error) => {
        logger.error('a request failed unexpectedly', { error: describe(error) });
      },
    },
    handlers: serverHandlers(options, { auth, flowControl, features, serverAddress, paths: () => server.paths() }),
    apiExtensions,
    routesToEndpoints: options.cluster.enableAggregatorRouting,
    proxyClient: openKeyPairFiles(options.cluster.proxyClientCertFile, options.cluster.proxyClientKeyFile),
    loopback: () => ({ host: '127.0.0.1', port: listener.address.port }),
    onAggregatorError: (error) => {
      logger.debug('the aggregator tries again', { error: describe(error) });
    },
  });
  opening.use(aggregator);
  const servingCertificates = new ServingCertificates(options, pki);
  const listener = newServerListener(context, {
    server,
    certificates: servingCertificates,
    clientCa: clientAuthorities(auth),
    compressResponses: features.enabled('APIResponseCompression'),
  });
  const closing = opening.move();
  return {
    ...{ options, logger, pki, advertiseAddress, installed, server, aggregator, apiExtensions, listener, tracing },
    ...{ servingCertificates, flowControl, backend: storage.backend, encryption: storage.encryption },
    lifecycle: limits.lifecycle,
    clusterAuthentication: () => clusterAuthenticationOf(options, auth.authorities()),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function newContext(
  options: CompletedOptions,
  embedder: ApiserverOverrides,
  opening: AsyncDisposableStack,
): OpeningContext {
  initializeCapabilities({ allowPrivileged: options.admission.allowPrivileged });
  const metrics = new MetricsRegistry();
  metrics.show(metricsViewOf(options.metrics));
  return {
    ...{ options, embedder, opening, metrics },
    scheme: newApiScheme(),
    logger: newLogger('kube-apiserver'),
  };
}

function serviceIpOf({ cluster, serving }: CompletedOptions): string {
  const { serviceClusterIpRange: clusterIpRanges } = cluster;
  return kubernetesServiceIp({ securePort: serving.securePort, clusterIpRanges });
}

function serviceNetworkOf({ cluster }: CompletedOptions): {
  readonly clusterIpRanges: readonly string[];
  readonly nodePortRange: ReturnType<typeof parsePortRange>;
} {
  return {
    clusterIpRanges: cluster.serviceClusterIpRange,
    nodePortRange: parsePortRange(cluster.serviceNodePortRange),
  };
}
