import {
  type ClientConfig,
  clientConfig,
  inClusterConfig,
  type Kubeconfig,
  kubeconfigPaths,
  type KubeconfigOverrides,
  loadKubeconfig,
  loadKubeconfigs,
} from '@kubescript/client';

import { boolFlag, type FlagValues, repeatedFlag, textFlag } from '../flags/flag-spec.ts';

/**
 * The flags that say which cluster to talk to, and as whom; every command has them.
 *
 * @go k8s.io/cli-runtime/pkg/genericclioptions#ConfigFlags
 */
export const configFlags = {
  kubeconfig: textFlag('Path to the kubeconfig file to use for CLI requests.'),
  context: textFlag('The name of the kubeconfig context to use'),
  cluster: textFlag('The name of the kubeconfig cluster to use'),
  user: textFlag('The name of the kubeconfig user to use'),
  namespace: textFlag('If present, the namespace scope for this CLI request', { shorthand: 'n' }),
  server: textFlag('The address and port of the Kubernetes API server', { shorthand: 's' }),
  token: textFlag('Bearer token for authentication to the API server'),
  'certificate-authority': textFlag('Path to a cert file for the certificate authority'),
  'client-certificate': textFlag('Path to a client certificate file for TLS'),
  'client-key': textFlag('Path to a client key file for TLS'),
  'insecure-skip-tls-verify': boolFlag('Do not check the server certificate for validity. This is insecure.'),
  'tls-server-name': textFlag('Server name to use for server certificate validation'),
  as: textFlag('Username to impersonate for the operation'),
  'as-group': repeatedFlag('Group to impersonate for the operation; may be repeated'),
  'as-uid': textFlag('UID to impersonate for the operation'),
} as const;

/** What was typed of the configuration flags. */
export type ConfigFlagValues = FlagValues<typeof configFlags>;

/** The environment of a process, handed in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The kubeconfig that the flags and the environment name; one that is named but not there is an Error. */
export function loadConfig(values: ConfigFlagValues, env: Environment): Promise<Kubeconfig> {
  if (values.kubeconfig !== '') return loadKubeconfig(values.kubeconfig);
  return loadKubeconfigs(kubeconfigPaths(undefined, env));
}

/** How to reach the cluster, after flags, kubeconfig, and the service account of the pod, in this order. */
export async function resolveClientConfig(values: ConfigFlagValues, env: Environment): Promise<ClientConfig> {
  const config = await loadConfig(values, env);
  const overrides = overridesOf(values);
  if (config.clusters.length === 0 && values.server === '' && values.kubeconfig === '') {
    const inCluster = await inClusterConfig(env);
    if (inCluster !== undefined) return { ...inCluster, namespace: overrides.namespace ?? inCluster.namespace };
    return clientConfig(config, { server: 'http://localhost:8080', ...overrides });
  }
  return clientConfig(config, overrides);
}

function overridesOf(values: ConfigFlagValues): KubeconfigOverrides {
  const texts = {
    context: values.context,
    cluster: values.cluster,
    user: values.user,
    namespace: values.namespace,
    server: values.server === '' || values.server.includes('://') ? values.server : `http://${values.server}`,
    token: values.token,
    certificateAuthority: values['certificate-authority'],
    clientCertificate: values['client-certificate'],
    clientKey: values['client-key'],
    tlsServerName: values['tls-server-name'],
    as: values.as,
    asUid: values['as-uid'],
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(values['insecure-skip-tls-verify'] ? { insecureSkipTlsVerify: true } : {}),
    ...(values['as-group'].length === 0 ? {} : { asGroups: values['as-group'] }),
  };
}
