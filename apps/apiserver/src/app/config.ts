import { newProtobufCodec, realClock } from '@kubescript/apimachinery';
import {
  type Backend,
  GenericApiServer,
  SecureServer,
  StoreSet,
  openApiDocuments,
  newAdmissionMetrics,
} from '@kubescript/apiserver';
import { type Logger, MetricsRegistry, newLogger, versionInfo } from '@kubescript/component-base';
import { openAdmission } from '@kubescript/lib-admission';
import { newApiScheme } from '@kubescript/lib-apis';
import { withEscalationGuard } from '@kubescript/lib-auth';
import {
  type InstalledGroups,
  connectFactories,
  installGroups,
  kubernetesServiceIp,
  openGroupStores,
} from '@kubescript/lib-controlplane';

import { advertiseAddressOf } from './advertise-address.ts';
import { apiAudiences } from './api-audiences.ts';
import { openAuth } from './auth.ts';
import { openIdHandlers } from './open-id.ts';
import { type CompletedOptions, parsePortRange } from './options.ts';
import { type ServerPki, openPki } from './pki.ts';
import { openBackend } from './storage.ts';

/** A server that is put together and does not listen yet. Disposing closes its listener, stores and backend. */
export class ApiserverConfig implements AsyncDisposable {
  readonly options: CompletedOptions;
  readonly logger: Logger;
  readonly backend: Backend;
  readonly pki: ServerPki;
  readonly advertiseAddress: string;
  readonly installed: InstalledGroups;
  readonly server: GenericApiServer;
  readonly listener: SecureServer;
  readonly #closing: AsyncDisposableStack;

  constructor(parts: Omit<ApiserverConfig, typeof Symbol.asyncDispose>, closing: AsyncDisposableStack) {
    this.options = parts.options;
    this.logger = parts.logger;
    this.backend = parts.backend;
    this.pki = parts.pki;
    this.advertiseAddress = parts.advertiseAddress;
    this.installed = parts.installed;
    this.server = parts.server;
    this.listener = parts.listener;
    this.#closing = closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#closing.disposeAsync();
  }
}

/** Opens certificates, store and registries and builds the server on them. */
export async function openConfig(options: CompletedOptions): Promise<ApiserverConfig> {
  await using opening = new AsyncDisposableStack();
  const logger = newLogger('kube-apiserver');
  const advertiseAddress = advertiseAddressOf(options);
  const { serviceClusterIpRange: clusterIpRanges } = options.cluster;
  const serviceIp = kubernetesServiceIp({ advertiseAddress, securePort: options.serving.securePort, clusterIpRanges });
  const pki = await openPki(options, advertiseAddress, [serviceIp]);
  const backend = opening.use(openBackend(options.storage));
  const scheme = newApiScheme();
  const stores = opening.use(new StoreSet({ backend, scheme }));
  const nodePortRange = parsePortRange(options.cluster.serviceNodePortRange);
  const serviceNetwork = { clusterIpRanges, nodePortRange };
  const opened = openGroupStores(stores.newStore, serviceNetwork, Math.ceil(options.storage.eventTtl / 1000));
  const auth = opening.use(openAuth(options, pki, opened));
  const { cert, key } = pki.kubeletClient;
  const installed = installGroups(
    {
      newStore: stores.newStore,
      clock: realClock,
      authorizer: auth.authorizer,
      tokenIssuer: auth.tokenIssuer,
      tokenAuthenticator: auth.tokens,
      apiAudiences: apiAudiences(options),
      serviceNetwork,
      connect: connectFactories({
        tls: { cert, key, ...(pki.kubeletCa === undefined ? {} : { ca: pki.kubeletCa }) },
        preferredAddressTypes: options.cluster.kubeletPreferredAddressTypes,
      }),
    },
    opened,
  );
  const metrics = new MetricsRegistry();
  const admission = opening.use(
    openAdmission({
      enable: options.admission.enableAdmissionPlugins,
      disable: options.admission.disableAdmissionPlugins,
      stores: installed.stores,
      authorizer: auth.authorizer,
      clock: realClock,
      routeToEndpoints: options.cluster.enableAggregatorRouting,
      metrics: newAdmissionMetrics(metrics),
      onFailOpen: (error) => {
        logger.warn('a webhook was passed over', { error: error.message });
      },
    }),
  );
  const serverAddress = (): string => `${advertiseAddress}:${String(listener.address.port)}`;
  const server = new GenericApiServer({
    groups:
      auth.rbac === undefined ? installed.groups : withEscalationGuard(installed.groups, auth.rbac, auth.authorizer),
    scheme,
    protobuf: newProtobufCodec(scheme.schemas),
    openapi: openApiDocuments(installed.groups, scheme, versionInfo().gitVersion),
    admission: admission.plugins,
    metrics,
    authenticator: auth.authenticator,
    authorizer: auth.authorizer,
    anonymous: options.authentication.anonymousAuth,
    maxRequestsInFlight: options.limits.maxRequestsInflight,
    maxMutatingRequestsInFlight: options.limits.maxMutatingRequestsInflight,
    requestTimeoutMs: options.limits.requestTimeout,
    minRequestTimeoutMs: options.limits.minRequestTimeout * 1000,
    serverAddress,
    handlers: openIdHandlers({
      issuer: options.authentication.serviceAccountIssuer,
      keys: auth.tokenKeys,
      serverAddress,
    }),
    onPanic: (error) => {
      logger.error('a request failed unexpectedly', { error: describe(error) });
    },
  });
  const listener = new SecureServer({
    handler: server.handler,
    certificate: pki.serving.cert,
    key: pki.serving.key,
    clientCa: pki.clientCa,
    host: options.serving.bindAddress,
    port: options.serving.securePort,
    onError: (error) => {
      logger.debug('a connection failed', { error: describe(error) });
    },
  });
  return new ApiserverConfig(
    { options, logger, backend, pki, advertiseAddress, installed, server, listener },
    opening.move(),
  );
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
