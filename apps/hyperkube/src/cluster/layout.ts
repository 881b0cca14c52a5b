import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Where a cluster keeps what, under its data directory. */
export class ClusterLayout {
  readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  get adminKubeconfig(): string {
    return join(this.dataDir, 'admin.kubeconfig');
  }

  /** The API server's `--data-dir`: store, certificates, service-account keys. */
  get apiserver(): string {
    return join(this.dataDir, 'apiserver');
  }

  /** Certificate of the authority that signs the cluster's certificates; its key lies beside it. */
  get authorityCert(): string {
    return join(this.apiserver, 'pki/ca.crt');
  }

  get authorityKey(): string {
    return join(this.apiserver, 'pki/ca.key');
  }

  /** The key that signs the tokens of service accounts. */
  get serviceAccountKey(): string {
    return join(this.apiserver, 'pki/sa.key');
  }

  /** Data of an etcd that the launcher starts itself. */
  get etcd(): string {
    return join(this.dataDir, 'etcd');
  }

  /** What must be the same at the next start. */
  get clusterFile(): string {
    return join(this.dataDir, 'cluster.json');
  }

  /** Exists while the cluster runs: process id, and whether it is ready. */
  get stateFile(): string {
    return join(this.dataDir, 'running.json');
  }

  /** What the components log. */
  get logFile(): string {
    return join(this.dataDir, 'cluster.log');
  }

  /** Kubeconfig of a component that runs in a process of its own. */
  kubeconfigOf(component: string): string {
    return join(this.dataDir, 'kubeconfigs', `${component}.kubeconfig`);
  }

  /** Everything of one node. */
  nodeDir(node: string): string {
    return join(this.nodesDir, node);
  }

  /** The directories of all nodes. */
  get nodesDir(): string {
    return join(this.dataDir, 'nodes');
  }

  /** Eight characters that tell this cluster from others on the machine (interface names, socket paths). */
  get id(): string {
    return createHash('sha256').update(this.dataDir).digest('hex').slice(0, 8);
  }

  /** Names of the nodes of a cluster of `count`, on a host of that name. */
  static nodeNames(hostname: string, count: number): string[] {
    const base = hostname
      .toLowerCase()
      .replace(/[^a-z0-9.-]/g, '-')
      .slice(0, 50);
    return count === 1 ? [base] : Array.from({ length: count }, (_, index) => `${base}-${index + 1}`);
  }
}
