/** The binary that each app builds, under upstream's name. */
export const binaryNames: Readonly<Record<string, string>> = {
  apiserver: 'kube-apiserver',
  scheduler: 'kube-scheduler',
  'controller-manager': 'kube-controller-manager',
  kubelet: 'kubelet',
  proxy: 'kube-proxy',
  kubectl: 'kubectl',
  hyperkube: 'hyperkube',
  'sample-apiserver': 'sample-apiserver',
};

/** The file that an app starts with. The sample API server is one of the packages that others install. */
export function entryPointOf(app: string): string {
  return `${app === 'sample-apiserver' ? 'staging' : 'apps'}/${app}/src/main.ts`;
}
