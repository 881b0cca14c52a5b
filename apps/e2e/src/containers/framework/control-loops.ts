import { type StartedNetwork, type StartedTestContainer, Wait } from 'testcontainers';

import { type ClusterPki, kubeconfigOf } from './cluster-pki.ts';
import { newContainer, startContainer } from './container.ts';

/** Starts kube-controller-manager and kube-scheduler on the API server of the network, a container each. */
export function startControlLoops(network: StartedNetwork, pki: ClusterPki): Promise<StartedTestContainer[]> {
  return Promise.all([
    startComponent('kube-scheduler', network, pki, []),
    startComponent('kube-controller-manager', network, pki, [
      '--use-service-account-credentials=true',
      '--root-ca-file=/etc/kubernetes/ca.crt',
    ]),
  ]);
}

async function startComponent(
  name: 'kube-controller-manager' | 'kube-scheduler',
  network: StartedNetwork,
  pki: ClusterPki,
  flags: readonly string[],
): Promise<StartedTestContainer> {
  const files = {
    '/etc/kubernetes/ca.crt': pki.authority.cert,
    '/etc/kubernetes/kubeconfig': await kubeconfigOf(pki, `system:${name}`),
  };
  const command = ['--kubeconfig=/etc/kubernetes/kubeconfig', '--leader-elect=false', '--secure-port=0', ...flags];
  const container = newContainer(name, { network, alias: name, files })
    .withCommand(command)
    .withWaitStrategy(Wait.forAll([])); // they say nothing when all is well
  return startContainer(container);
}
