import type { Client } from '@kubescript/client';

import type { ComponentName } from '../app/start-options.ts';
import type { Identity } from './kubeconfig.ts';

/** One component as a cluster runs it. */
export interface ComponentRun {
  readonly component: Exclude<ComponentName, 'apiserver'>;
  /** Tells instances of one component apart in logs and file names: `kubelet-a`. */
  readonly instance: string;
  readonly identity: Identity;
  readonly args: readonly string[];
}

/** How components are run: all in this process, or each in its own. */
export interface Launcher {
  /**
   * Starts the API server and resolves when it is ready; `ended` settles when it ends, and rejects if it failed. With
   * port 0 in its flags it picks a free one, which `port` tells.
   */
  startApiserver(args: readonly string[], signal: AbortSignal): Promise<RunningApiserver>;
  /** Runs another component until the signal; rejects if it ends before. */
  run(component: ComponentRun, signal: AbortSignal): Promise<void>;
  /** A client with the rights of an administrator; call it after `startApiserver` and once the kubeconfig is written. */
  admin(kubeconfig: string): Promise<Client>;
}

/** A running API server. */
export interface RunningApiserver {
  readonly port: number;
  readonly ended: Promise<void>;
}
