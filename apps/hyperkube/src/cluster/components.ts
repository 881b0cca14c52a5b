import type { ComponentName, StartOptions } from '../app/start-options.ts';
import type { Identity } from './kubeconfig.ts';
import type { ClusterLayout } from './layout.ts';

/** What all components of a cluster must agree on. */
export interface ClusterPlan {
  readonly layout: ClusterLayout;
  readonly options: StartOptions;
  readonly port: number;
  /** The address under which nodes and pods reach the API server, and the nodes each other. */
  readonly address: string;
  readonly clusterCidr: string;
  readonly etcdServers: readonly string[];
}

/** What tells one node from another. */
export interface NodePlan {
  readonly name: string;
  readonly runtimeEndpoint: string;
}

/** The network of Services, upstream's usual choice. */
export const serviceCidr = '10.96.0.0/16';

/** Who each component is to the API server, as kubeadm's certificates name them. */
export const identities = {
  admin: { user: 'kubernetes-admin', groups: ['system:masters'] },
  scheduler: { user: 'system:kube-scheduler', groups: [] },
  'controller-manager': { user: 'system:kube-controller-manager', groups: [] },
  proxy: { user: 'system:kube-proxy', groups: [] },
} as const satisfies Record<string, Identity>;

/** Who a kubelet is. */
export function nodeIdentity(name: string): Identity {
  return { user: `system:node:${name}`, groups: ['system:nodes'] };
}

/** The flags of kube-apiserver. */
export function apiserverArguments(plan: ClusterPlan): string[] {
  return [
    `--data-dir=${plan.layout.apiserver}`,
    `--secure-port=${plan.port}`,
    '--bind-address=0.0.0.0',
    `--advertise-address=${plan.address}`,
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
    `--service-cluster-ip-range=${serviceCidr}`,
    '--allow-privileged=true',
    ...(plan.options.storage === 'etcd' ? [`--etcd-servers=${plan.etcdServers.join(',')}`] : []),
    ...extra(plan, 'apiserver'),
  ];
}

/** The flags of kube-scheduler: alone in its cluster, so it needs no leader election, and serves no port. */
export function schedulerArguments(plan: ClusterPlan): string[] {
  return ['--leader-elect=false', '--secure-port=0', ...extra(plan, 'scheduler')];
}

/** The flags of kube-controller-manager. */
export function controllerManagerArguments(plan: ClusterPlan): string[] {
  return [
    '--leader-elect=false',
    '--secure-port=0',
    '--use-service-account-credentials=true',
    '--allocate-node-cidrs=true',
    `--cluster-cidr=${plan.clusterCidr}`,
    `--root-ca-file=${plan.layout.authorityCert}`,
    `--cluster-signing-cert-file=${plan.layout.authorityCert}`,
    `--cluster-signing-key-file=${plan.layout.authorityKey}`,
    `--service-account-private-key-file=${plan.layout.serviceAccountKey}`,
    ...extra(plan, 'controller-manager'),
  ];
}

/** The flags of a node's kubelet. */
export function kubeletArguments(plan: ClusterPlan, node: NodePlan): string[] {
  return [
    `--hostname-override=${node.name}`,
    `--root-dir=${plan.layout.nodeDir(node.name)}/kubelet`,
    `--container-runtime-endpoint=${node.runtimeEndpoint}`,
    `--node-ip=${plan.address}`,
    '--port=0',
    `--client-ca-file=${plan.layout.authorityCert}`,
    ...extra(plan, 'kubelet'),
  ];
}

/** The flags of kube-proxy; one serves all nodes of this machine, since they share its network. */
export function proxyArguments(plan: ClusterPlan, node: string): string[] {
  return [`--hostname-override=${node}`, `--cluster-cidr=${plan.clusterCidr}`, ...extra(plan, 'proxy')];
}

function extra(plan: ClusterPlan, component: ComponentName): readonly string[] {
  return plan.options.componentArgs[component];
}
