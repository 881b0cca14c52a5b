import { newProtobufCodec } from '@kubescript/apimachinery';
import {
  AuthorizerUnion,
  type Backend,
  DelegatedAuthenticator,
  DelegatedAuthorizer,
  GenericApiServer,
  SecureServer,
  StoreSet,
  openApiDocuments,
  openEmbeddedBackend,
  openEtcdBackend,
  privilegedGroup,
} from '@kubescript/apiserver';
import { ClientSet, HttpTransport, type Transport, inClusterConfig, transportFromKubeconfig } from '@kubescript/client';
import { type Logger, newLogger, servingCertificate, versionInfo } from '@kubescript/component-base';

import { newWardleScheme } from '../apis/wardle/scheme.ts';
import { installWardle } from '../registry/rest.ts';
import type { CompletedSampleOptions, WardleOptions } from './options.ts';

const requestTimeoutMs = 60_000;
const minRequestTimeoutMs = 1_800_000;

/** A server that is put together and does not listen yet. */
export interface SampleApiserverConfig extends AsyncDisposable {
  readonly logger: Logger;
  readonly server: GenericApiServer;
  readonly listener: SecureServer;
  readonly authenticator: DelegatedAuthenticator;
}

/** Opens the store and builds the server on it. */
export async function openConfig(options: CompletedSampleOptions): Promise<SampleApiserverConfig> {
  await using opening = new AsyncDisposableStack();
  const logger = newLogger('sample-apiserver');
  const onError = (error: unknown): void => {
    logger.warn('something failed', { error: error instanceof Error ? error.message : String(error) });
  };
  const client = new ClientSet(options.transport ?? opening.use(await openTransport(options.wardle)));
  const scheme = newWardleScheme();
  const stores = opening.use(new StoreSet({ backend: opening.use(openBackend(options.wardle)), scheme }));
  const groups = [installWardle(stores.newStore)];
  const authenticator = new DelegatedAuthenticator({ client, onError });
  const server: GenericApiServer = new GenericApiServer({
    groups,
    scheme,
    protobuf: newProtobufCodec(scheme.schemas),
    openapi: openApiDocuments(groups, scheme, versionInfo().gitVersion),
    admission: [],
    authenticator,
    authorizer: new AuthorizerUnion([privilegedGroup('system:masters'), new DelegatedAuthorizer(client)]),
    anonymous: true,
    maxRequestsInFlight: 400,
    maxMutatingRequestsInFlight: 200,
    requestTimeoutMs,
    minRequestTimeoutMs,
    serverAddress: () => `${options.serving.bindAddress}:${String(listener.address.port)}`,
    onPanic: onError,
  });
  const { serving } = options;
  const { cert, key } = await servingCertificate({ ...serving, hosts: ['localhost', '127.0.0.1'] });
  const listener: SecureServer = new SecureServer({
    handler: server.handler,
    tls: { certificate: cert, key },
    host: serving.bindAddress,
    port: serving.securePort,
    onError,
  });
  const closing = opening.move();
  return { logger, server, listener, authenticator, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

async function openTransport({ kubeconfig }: WardleOptions): Promise<Transport> {
  if (kubeconfig !== '') return transportFromKubeconfig(kubeconfig);
  const config = await inClusterConfig(process.env);
  if (!config) throw new Error('--kubeconfig is required outside of a cluster');
  return new HttpTransport(config);
}

function openBackend({ dataDir, etcdServers }: WardleOptions): Backend {
  return etcdServers.length > 0
    ? openEtcdBackend({ servers: etcdServers })
    : openEmbeddedBackend({ directory: dataDir });
}
