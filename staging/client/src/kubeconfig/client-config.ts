import { readFile } from 'node:fs/promises';

import { HttpTransport, type HttpTransportOptions } from '../rest/http-transport.ts';
import { loadKubeconfig } from './load.ts';
import type { Kubeconfig, KubeconfigCluster, KubeconfigContext, KubeconfigOverrides, KubeconfigUser } from './types.ts';

/** How to reach a cluster, and the namespace to work in. */
export interface ClientConfig extends HttpTransportOptions {
  readonly namespace: string;
}

/**
 * What a kubeconfig's context, overridden by the command line, says about reaching the cluster. Files that it names
 * are read. An Error says which entry is missing or cannot be used.
 *
 * @go k8s.io/client-go/tools/clientcmd#(*DirectClientConfig).ClientConfig
 */
export async function clientConfig(config: Kubeconfig, overrides: KubeconfigOverrides = {}): Promise<ClientConfig> {
  const context = contextOf(config, overrides);
  const cluster = clusterOf(config, context, overrides);
  const user = userOf(config, context, overrides);
  refuseWhatIsNotSupported(cluster, user);
  const [ca, cert, key] = await Promise.all([
    pem(overrides.certificateAuthority ?? cluster['certificate-authority'], cluster['certificate-authority-data']),
    pem(overrides.clientCertificate ?? user['client-certificate'], user['client-certificate-data']),
    pem(overrides.clientKey ?? user['client-key'], user['client-key-data']),
  ]);
  const insecure = overrides.insecureSkipTlsVerify ?? cluster['insecure-skip-tls-verify'];
  const tlsServerName = overrides.tlsServerName ?? cluster['tls-server-name'];
  return {
    server: overrides.server ?? cluster.server,
    namespace: overrides.namespace ?? context?.namespace ?? 'default',
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(insecure === undefined ? {} : { insecureSkipTlsVerify: insecure }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...credentials(user, overrides),
    ...impersonation(user, overrides),
  };
}

/** A transport as the current context of a kubeconfig file describes it; the caller disposes it. */
export async function transportFromKubeconfig(
  path: string,
  options: {
    readonly userAgent?: string;
    readonly overrides?: KubeconfigOverrides;
    readonly rate?: { readonly qps: number; readonly burst: number };
  } = {},
): Promise<HttpTransport> {
  const { namespace: _, ...config } = await clientConfig(await loadKubeconfig(path), options.overrides);
  const { userAgent, rate } = options;
  return new HttpTransport({
    ...config,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(rate === undefined ? {} : { rate }),
  });
}

const serviceAccountDirectory = '/var/run/secrets/kubernetes.io/serviceaccount';

/** How a container reaches its own cluster; undefined outside of one. */
export async function inClusterConfig(
  env: Readonly<Record<string, string | undefined>>,
): Promise<ClientConfig | undefined> {
  const [host, port] = [env['KUBERNETES_SERVICE_HOST'], env['KUBERNETES_SERVICE_PORT']];
  if (host === undefined || host === '' || port === undefined || port === '') return undefined;
  const [ca, namespace] = await Promise.all([
    readFile(`${serviceAccountDirectory}/ca.crt`, 'utf8'),
    readFile(`${serviceAccountDirectory}/namespace`, 'utf8'),
  ]);
  const address = host.includes(':') ? `[${host}]` : host;
  return {
    server: `https://${address}:${port}`,
    namespace: namespace.trim(),
    ca,
    tokenFile: `${serviceAccountDirectory}/token`,
  };
}

function contextOf(config: Kubeconfig, overrides: KubeconfigOverrides): KubeconfigContext | undefined {
  const name = overrides.context ?? config['current-context'] ?? '';
  if (name === '') return undefined;
  const found = config.contexts.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`context "${name}" does not exist`);
  return found.context;
}

function clusterOf(
  config: Kubeconfig,
  context: KubeconfigContext | undefined,
  overrides: KubeconfigOverrides,
): KubeconfigCluster {
  const name = overrides.cluster ?? context?.cluster;
  const found = config.clusters.find((entry) => entry.name === name);
  if (found !== undefined) return found.cluster;
  if (overrides.server !== undefined) return { server: overrides.server };
  if (name !== undefined && name !== '') throw new Error(`cluster "${name}" does not exist`);
  throw new Error('invalid configuration: no configuration has been provided, try setting KUBECONFIG or --kubeconfig');
}

function userOf(
  config: Kubeconfig,
  context: KubeconfigContext | undefined,
  overrides: KubeconfigOverrides,
): KubeconfigUser {
  const name = overrides.user ?? context?.user;
  const found = config.users.find((entry) => entry.name === name);
  if (found !== undefined) return found.user;
  if (overrides.user !== undefined) throw new Error(`auth info "${overrides.user}" does not exist`);
  return {};
}

function refuseWhatIsNotSupported(cluster: KubeconfigCluster, user: KubeconfigUser): void {
  if (user.exec !== undefined && user.exec !== null) {
    throw new Error('the user of the kubeconfig needs an exec credential plugin, which is not supported; use a token');
  }
  if (user['auth-provider'] !== undefined && user['auth-provider'] !== null) {
    throw new Error('the user of the kubeconfig needs an auth provider, which is not supported; use a token');
  }
  if ((cluster['proxy-url'] ?? '') !== '') throw new Error('proxy-url in a kubeconfig is not supported');
}

function credentials(user: KubeconfigUser, overrides: KubeconfigOverrides): Partial<HttpTransportOptions> {
  if (overrides.token !== undefined) return { token: overrides.token };
  if (user.tokenFile !== undefined) return { tokenFile: user.tokenFile };
  if (user.token !== undefined) return { token: user.token };
  if (user.username === undefined) return {};
  return { username: user.username, password: user.password ?? '' };
}

function impersonation(user: KubeconfigUser, overrides: KubeconfigOverrides): Partial<HttpTransportOptions> {
  const name = overrides.as ?? user.as;
  if (name === undefined) return {};
  const groups = overrides.asGroups ?? user['as-groups'];
  const uid = overrides.asUid ?? user['as-uid'];
  return {
    impersonate: {
      user: name,
      ...(uid === undefined ? {} : { uid }),
      ...(groups === undefined ? {} : { groups }),
    },
  };
}

/** The data if there is any (it wins over the file), else the content of the file. */
async function pem(path: string | undefined, data: string | undefined): Promise<string | undefined> {
  if (data !== undefined && data !== '') return Buffer.from(data, 'base64').toString('utf8');
  if (path === undefined || path === '') return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (err) {
    throw new Error(`cannot read ${path}: ${(err as Error).message}`, { cause: err });
  }
}
