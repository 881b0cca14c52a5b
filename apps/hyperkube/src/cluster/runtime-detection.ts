import type { RuntimeChoice } from '../app/start-options.ts';

/** What the machine has, as far as the choice of a runtime goes. */
export interface MachineFacts {
  readonly isRoot: boolean;
  /** A CRI socket that answers with a ready network, if there is one. */
  readonly criSocket: string | undefined;
  /** A Docker socket that answers, if there is one. */
  readonly dockerSocket: string | undefined;
  /** containerd, runc and the CNI plugins are installed. */
  readonly hasContainerd: boolean;
  /** They can be installed: apt is here. */
  readonly canInstall: boolean;
}

/** Where containers will run. */
export type RuntimePlan =
  /** A runtime that already runs. */
  | { readonly kind: 'cri'; readonly socket: string }
  /** A containerd per node, started and stopped with the cluster; `install` says that it must be fetched first. */
  | { readonly kind: 'containerd'; readonly install: boolean }
  | { readonly kind: 'docker'; readonly socket: string }
  | { readonly kind: 'hollow'; readonly reason: string };

/**
 * Decides where containers run: what the user named, or else an answering CRI socket, Docker, a containerd of our own
 * (installed if need be), and at last hollow. Throws an Error that says what to do if the named one cannot be had.
 */
export function planRuntime(choice: RuntimeChoice, nodes: number, facts: MachineFacts): RuntimePlan {
  switch (choice) {
    case 'hollow':
      return { kind: 'hollow', reason: 'asked for with --runtime hollow' };
    case 'docker':
      if (facts.dockerSocket === undefined) {
        throw new Error('no Docker answers here: start it (or set DOCKER_HOST), or use --runtime containerd');
      }
      return { kind: 'docker', socket: facts.dockerSocket };
    case 'containerd':
      return planContainerd(nodes, facts) ?? refuseContainerd(facts);
    case 'auto':
      return planAuto(nodes, facts);
  }
}

function planAuto(nodes: number, facts: MachineFacts): RuntimePlan {
  if (nodes === 1 && facts.criSocket !== undefined) return { kind: 'cri', socket: facts.criSocket };
  if (nodes === 1 && facts.dockerSocket !== undefined) return { kind: 'docker', socket: facts.dockerSocket };
  return planContainerd(nodes, facts) ?? { kind: 'hollow', reason: missingContainerd(facts) };
}

function planContainerd(nodes: number, facts: MachineFacts): RuntimePlan | undefined {
  if (nodes === 1 && facts.criSocket !== undefined) return { kind: 'cri', socket: facts.criSocket };
  if (!facts.isRoot) return undefined;
  if (facts.hasContainerd) return { kind: 'containerd', install: false };
  return facts.canInstall ? { kind: 'containerd', install: true } : undefined;
}

function refuseContainerd(facts: MachineFacts): never {
  throw new Error(`${missingContainerd(facts)}; --runtime hollow works without containers`);
}

function missingContainerd(facts: MachineFacts): string {
  if (!facts.isRoot) return 'real containers need root, a CRI socket that you may use, or Docker';
  return 'containerd is not installed, and there is no apt-get to install it: install containerd, runc and the CNI plugins';
}
