import { type GroupResource, newProtobufCodec, realClock } from '@kubescript/apimachinery';
import {
  type Backend,
  type GenericApiServer,
  FlowController,
  type GenericServerOptions,
  type Handler,
  flowControlDumps,
  InstrumentedBackend,
  newStoreMetrics,
  newFlowControlMetrics,
  textResponse,
  SecureServer,
  ServerLifecycle,
  type StorageMediaType,
  StoreSet,
  newAdmissionChain,
  newAdmissionMetrics,
} from '@kubescript/apiserver';
import { ApiExtensionsServer } from '@kubescript/apiextensions-apiserver';
import type { Aggregator } from '@kubescript/kube-aggregator';
import { type FeatureGate, type Logger, MetricsRegistry, newLogger } from '@kubescript/component-base';
import { newServiceResolver, openAdmission } from '@kubescript/lib-admission';
import { initializeCapabilities, newApiScheme } from '@kubescript/lib-apis';
import { withEscalationGuard } from '@kubescript/lib-auth';
import {
  type ClusterAuthentication,
  type InstalledGroups,
  connectFactories,
  installGroups,
  kubernetesServiceIp,
  openGroupStores,
  parseRuntimeConfig,
} from '@kubescript/lib-controlplane';

import { advertiseAddressOf } from './advertise-address.ts';
import { apiAudiences } from './api-audiences.ts';
import { openAudit } from './audit.ts';
import { requestHeaderNames } from './auth/authentication.ts';
import { type ServerAuth, openAuth } from './auth/index.ts';
import { profilingHandlers, zpageHandlers } from './debug-handlers.ts';
import { type Encryption, openEncryption } from './encryption.ts';
import { featureGateOf } from './flags/features.ts';
import type { GenericFlags } from './flags/generic.ts';
import { componentProbes } from './component-probes.ts';
import { addServerMetrics, countHandshakeErrors } from './metrics.ts';
import { ServingCertificates } from './serving-certificates.ts';
import { type Tracing, openTracing } from './tracing.ts';
import { type Listener, noListener } from './listener.ts';
import { openIdHandlers } from './open-id.ts';
import { type CompletedOptions, flagTexts, parsePortRange } from './options.ts';
import { tokenLifetimeOf } from './flags/authentication.ts';
import type { ApiserverOverrides } from './overrides.ts';
import { type ServerPki, openPki } from './pki.ts';
import { openKeyPairFiles } from './proxy-client.ts';
import { chainServers } from './servers.ts';
import { openBackend, openOverrides } from './storage.ts';

/** Upstream's, where the flag says nothing. */
const defaultMaxStreams = 250;

/** A server that is put together and does not listen yet. Disposing closes its listener, stores and backend. */
export class ApiserverConfig implements AsyncDisposable {
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
  readonly #closing: AsyncDisposableStack;

  constructor(parts: Omit<ApiserverConfig, typeof Symbol.asyncDispose>, closing: AsyncDisposableStack) {
    this.options = parts.options;
    this.logger = parts.logger;
    this.backend = parts.backend;
    this.pki = parts.pki;
    this.advertiseAddress = parts.advertiseAddress;
    this.installed = parts.installed;
    this.server = parts.server;
    this.aggregator = parts.aggregator;
    this.clusterAuthentication = parts.clusterAuthentication;
    this.apiExtensions = parts.apiExtensions;
    this.listener = parts.listener;
    this.lifecycle = parts.lifecycle;
    this.encryption = parts.encryption;
    this.tracing = parts.tracing;
    this.servingCertificates = parts.servingCertificates;
    this.flowControl = parts.flowControl;
    this.#closing = closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#closing.disposeAsync();
  }
}

/** Opens certificates, store and registries and builds the server on them. */
export async function openConfig(
  options: CompletedOptions,
  embedder: ApiserverOverrides = {},
): Promise<ApiserverConfig> {
  await using opening = new AsyncDisposableStack();
  const logger = newLogger('kube-apiserver');
  const metrics = new MetricsRegistry();
  const audit = await openAudit(options.auditing, { logger, metrics });
  if (audit) opening.use(audit.backend);
  const tracing = openTracing(options.traces.tracingConfigFile, logger);
  if (tracing) opening.use(tracing);
  const advertiseAddress = advertiseAddressOf(options);
  const { serviceClusterIpRange: clusterIpRanges } = options.cluster;
  const serviceIp = kubernetesServiceIp({ advertiseAddress, securePort: options.serving.securePort, clusterIpRanges });
  const pki = embedder.pki ?? (await openPki(options, advertiseAddress, [serviceIp]));
  const backend = opening.use(embedder.backend ?? openBackend(options.storage));
  initializeCapabilities({ allowPrivileged: options.admission.allowPrivileged });
  const scheme = newApiScheme();
  const overrides = openOverrides(options.storage);
  for (const override of overrides.values()) opening.use(override);
  const backendOf = ({ group, resource }: GroupResource): Backend => overrides.get(`${group}/${resource}`) ?? backend;
  const encryption = await openEncryption(options.storage, backendOf, { logger, metrics });
  if (encryption) opening.use(encryption);
  const storeOperations = newStoreMetrics(metrics);
  const stores = opening.use(
    new StoreSet({
      backend,
      scheme,
      storageRoot: options.storage.etcdPrefix,
      storageMediaType: options.storage.storageMediaType as StorageMediaType,
      deleteCollectionWorkers: options.storage.deleteCollectionWorkers,
      backendFor: (resource) =>
        new InstrumentedBackend(encryption?.backendFor(resource) ?? backendOf(resource), storeOperations(resource)),
    }),
  );
  metrics.disable(options.metrics.disabledMetrics);
  addServerMetrics(metrics, options.storage.etcdCountMetricPollPeriod > 0 ? stores : undefined);
  const nodePortRange = parsePortRange(options.cluster.serviceNodePortRange);
  const serviceNetwork = { clusterIpRanges, nodePortRange };
  const opened = openGroupStores(stores.newStore, serviceNetwork, Math.ceil(options.storage.eventTtl / 1000));
  const auth = opening.use(
    await openAuth({
      options,
      pki,
      opened,
      logger,
      metrics,
      ...(embedder.tokens ? { knownTokens: embedder.tokens } : {}),
      onAuthorities: () => {
        listener.updateTls({ clientCa: clientCas() });
      },
    }),
  );
  const { cert, key } = pki.kubeletClient;
  const installed = installGroups(
    {
      newStore: stores.newStore,
      clock: realClock,
      authorizer: auth.authorizer,
      tokenIssuer: auth.tokenIssuer,
      tokenAuthenticator: auth.tokens,
      apiAudiences: apiAudiences(options),
      tokenLifetime: tokenLifetimeOf(options.serviceAccount),
      serviceNetwork,
      runtimeConfig: parseRuntimeConfig(options.cluster.runtimeConfig),
      componentProbes: componentProbes(backend),
      connect: connectFactories({
        tls: { cert, key, ...(pki.kubeletCa === undefined ? {} : { ca: pki.kubeletCa }) },
        preferredAddressTypes: options.cluster.kubeletPreferredAddressTypes,
      }),
    },
    opened,
  );
  const admission = opening.use(
    await openAdmission({
      enable: options.admission.enableAdmissionPlugins,
      disable: options.admission.disableAdmissionPlugins,
      configFile: options.admission.admissionControlConfigFile,
      stores: installed.stores,
      authorizer: auth.authorizer,
      clock: realClock,
      routeToEndpoints: options.cluster.enableAggregatorRouting,
      served: () => server.groupVersions(),
      scheme,
      metrics,
      onFailOpen: (error) => {
        logger.warn('a webhook was passed over', { error: error.message });
      },
    }),
  );
  const externalHost = options.limits.externalHostname || advertiseAddress;
  const serverAddress = (): string => `${externalHost}:${String(listener.address.port)}`;
  const limits = servingLimits(options.limits);
  const protobuf = newProtobufCodec(scheme.schemas);
  const apiExtensions = opening.use(
    new ApiExtensionsServer({
      endpoints: {
        admission: newAdmissionChain(admission.plugins, newAdmissionMetrics(metrics)),
        protobuf,
        clock: realClock,
        minRequestTimeoutMs: limits.minRequestTimeoutMs,
        shutdown: limits.lifecycle.signal,
      },
      scheme,
      newStore: stores.newStore,
      backendFor: encryption?.backendFor ?? (() => backend),
      serviceResolver: newServiceResolver(installed.stores, options.cluster.enableAggregatorRouting),
      clock: realClock,
      onError: (error) => {
        logger.debug('a controller of custom resource definitions tries again', { error: describe(error) });
      },
    }),
  );
  const flowControl = openFlowControl(options, metrics);
  const features = featureGateOf(options.features);
  features.addMetrics(metrics);
  const zpages = enabledZpages(options, features, () => server.paths());
  const objectCount = (group: string, resource: string): number | undefined => stores.objectCount(group, resource);
  const { server, aggregator } = chainServers({
    installed: auth.rbac ? withEscalationGuard(installed.groups, auth.rbac, auth.authorizer) : installed.groups,
    newStore: stores.newStore,
    shared: {
      scheme,
      protobuf,
      admission: admission.plugins,
      metrics,
      authenticator: auth.authenticator,
      authorizer: auth.authorizer,
      anonymous: auth.anonymous,
      ...limits,
      ...(audit ? { audit } : {}),
      ...(tracing ? { tracer: tracing.tracer } : {}),
      ...(flowControl ? { flowControl: { controller: flowControl, objectCount } } : {}),
      requestHeaders: requestHeaderNames(options.requestHeader),
      alwaysAllowPaths: options.authorization.authorizationAlwaysAllowPaths,
      serverAddress,
      onPanic: (error) => {
        logger.error('a request failed unexpectedly', { error: describe(error) });
      },
    },
    handlers: {
      ...openIdHandlers({
        issuer: options.serviceAccount.serviceAccountIssuer[0] ?? '',
        jwksUri: options.serviceAccount.serviceAccountJwksUri,
        keys: auth.tokenKeys,
        serverAddress,
      }),
      ...(flowControl ? textHandlers(flowControlDumps(flowControl)) : {}),
      ...(options.features.profiling ? profilingHandlers() : {}),
      ...zpages,
    },
    apiExtensions,
    routesToEndpoints: options.cluster.enableAggregatorRouting,
    proxyClient: openKeyPairFiles(options.cluster.proxyClientCertFile, options.cluster.proxyClientKeyFile),
    loopback: () => ({ host: '127.0.0.1', port: listener.address.port }),
    onAggregatorError: (error) => {
      logger.debug('the aggregator tries again', { error: describe(error) });
    },
  });
  opening.use(aggregator);
  const clientCas = (): string => Object.values(auth.authorities()).join('\n');
  const servingCertificates = new ServingCertificates(options, pki);
  const newListener = (): SecureServer =>
    new SecureServer({
      handler: server.handler,
      compressResponses: features.enabled('APIResponseCompression'),
      tls: { ...servingCertificates.material, clientCa: clientCas() },
      maxStreams: options.tls.http2MaxStreamsPerConnection || defaultMaxStreams,
      sharesPort: options.tls.permitPortSharing,
      onHandshakeError: countHandshakeErrors(metrics),
      host: options.serving.bindAddress,
      port: options.serving.securePort,
      onError: (error) => {
        logger.debug('a connection failed', { error: describe(error) });
      },
    });
  const listener: Listener = embedder.listens === false ? noListener : newListener();
  return new ApiserverConfig(
    {
      options,
      logger,
      backend,
      pki,
      advertiseAddress,
      installed,
      server,
      aggregator,
      clusterAuthentication: () => clusterAuthenticationOf(options, auth.authorities()),
      apiExtensions,
      listener,
      encryption,
      tracing,
      servingCertificates,
      flowControl,
      lifecycle: limits.lifecycle,
    },
    opening.move(),
  );
}

/** What extension servers are told about how clients are recognised. */
function clusterAuthenticationOf(
  { requestHeader }: CompletedOptions,
  { clientCa, requestHeaderCa }: ReturnType<ServerAuth['authorities']>,
): ClusterAuthentication {
  const clients = clientCa === '' ? {} : { clientCa };
  if (requestHeaderCa === '') return clients;
  const { requestheaderAllowedNames: allowedNames } = requestHeader;
  return { ...clients, requestHeader: { ca: requestHeaderCa, allowedNames, ...requestHeaderNames(requestHeader) } };
}

function enabledZpages(
  options: CompletedOptions,
  features: FeatureGate,
  paths: () => readonly string[],
): Record<string, Handler> {
  const { '/flagz': flags, '/statusz': status } = zpageHandlers(flagTexts(options), paths);
  return {
    ...(flags && features.enabled('ComponentFlagz') ? { '/flagz': flags } : {}),
    ...(status && features.enabled('ComponentStatusz') ? { '/statusz': status } : {}),
  };
}

/** Priority and fairness, whose seats are the limits in flight together; undefined if it is switched off. */
function openFlowControl({ features, limits }: CompletedOptions, metrics: MetricsRegistry): FlowController | undefined {
  if (!features.enablePriorityAndFairness) return undefined;
  return new FlowController({
    serverConcurrencyLimit: limits.maxRequestsInflight + limits.maxMutatingRequestsInflight,
    clock: realClock,
    metrics: newFlowControlMetrics(metrics),
  });
}

const textHandlers = (texts: Readonly<Record<string, () => string>>): Record<string, Handler> =>
  Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, () => Promise.resolve(textResponse(200, text()))]),
  );

/** What the generic flags say about how requests are served. */
function servingLimits(
  flags: GenericFlags,
): Pick<
  GenericServerOptions,
  | 'maxRequestsInFlight'
  | 'maxMutatingRequestsInFlight'
  | 'requestTimeoutMs'
  | 'minRequestTimeoutMs'
  | 'goawayChance'
  | 'hstsDirectives'
  | 'corsAllowedOrigins'
> & { readonly lifecycle: ServerLifecycle } {
  return {
    maxRequestsInFlight: flags.maxRequestsInflight,
    maxMutatingRequestsInFlight: flags.maxMutatingRequestsInflight,
    requestTimeoutMs: flags.requestTimeout,
    minRequestTimeoutMs: flags.minRequestTimeout * 1000,
    goawayChance: flags.goawayChance,
    hstsDirectives: flags.strictTransportSecurityDirectives,
    corsAllowedOrigins: flags.corsAllowedOrigins.map((origin) => new RegExp(origin)),
    lifecycle: new ServerLifecycle({
      delayMs: flags.shutdownDelayDuration,
      sendRetryAfter: flags.shutdownSendRetryAfter,
      watchTerminationGracePeriodMs: flags.shutdownWatchTerminationGracePeriod,
    }),
  };
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
