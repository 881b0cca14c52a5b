import { type StartedNetwork, type StartedTestContainer, Wait } from 'testcontainers';

import { type ClusterPki, kubeconfigOf } from './cluster-pki.ts';
import { IsolatedContainer, newContainer, startContainer } from './container.ts';
import { nodePodCidr } from './node-image.ts';

/** A node in a container, as kind makes them: containerd, kubelet and kube-proxy, which join an API server. */
export async function startNode(name: string, network: StartedNetwork, pki: ClusterPki): Promise<StartedTestContainer> {
  const files = {
    '/etc/kubernetes/ca.crt': pki.authority.cert,
    '/etc/kubernetes/kubelet.conf': await kubeconfigOf(pki, `system:node:${name}`, ['system:nodes']),
    '/etc/kubernetes/kube-proxy.conf': await kubeconfigOf(pki, 'system:kube-proxy'),
  };
  const container = newContainer('node', { network, alias: name, files }, NodeContainer)
    .withEnvironment({ POD_CIDR: nodePodCidr })
    .withWaitStrategy(Wait.forLogMessage(/node-entrypoint: started/));
  return startContainer(container);
}

/**
 * What a container needs to run containers. Not `--privileged`: that fails where this machine is itself without a
 * capability; CAP_SYS_RESOURCE is one that container runtimes can do without.
 */
class NodeContainer extends IsolatedContainer {
  constructor(image: string) {
    super(image);
    Object.assign(this.hostConfig, {
      CapAdd: ['ALL'],
      CapDrop: ['SYS_RESOURCE'],
      SecurityOpt: ['seccomp=unconfined', 'apparmor=unconfined'],
      DeviceCgroupRules: ['a *:* rwm'],
      CgroupnsMode: 'private',
    });
  }
}
