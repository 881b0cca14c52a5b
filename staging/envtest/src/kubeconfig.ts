/** Where a kubeconfig leads to. */
export interface Endpoint {
  readonly url: string | undefined;
  readonly certificateAuthority: string | undefined;
}

const name = 'envtest';

/** The text of a kubeconfig with everything inside. It is JSON, which is YAML as well. */
export function kubeconfigOf({ url, certificateAuthority = '' }: Endpoint, user: string, token: string): string {
  if (url === undefined)
    throw new Error('this environment has no port, so no kubeconfig leads to it: use its transport');
  const authority = Buffer.from(certificateAuthority).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user } }],
    'current-context': name,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
