/** The binary that each app builds, under upstream's name. */
export const binaryNames: Readonly<Record<string, string>> = {
  apiserver: 'kube-apiserver',
  scheduler: 'kube-scheduler',
  'controller-manager': 'kube-controller-manager',
  kubelet: 'kubelet',
  proxy: 'kube-proxy',
  kubectl: 'kubectl',
  hyperkube: 'hyperkube',
};
