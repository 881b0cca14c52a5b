import type { Transport } from '@kubescript/client';
import type { App } from '@kubescript/component-base';
import { runKubelet } from '@kubescript/lib-kubelet';

import { openConfig, type KubeletAppConfig } from './config.ts';
import {
  addFlags,
  completeOptions,
  typedOptions,
  validateOptions,
  type CompletedKubeletOptions,
  type KubeletOptions,
} from './options.ts';

/** What a larger program supplies in place of flags. */
export interface AppOverrides {
  /** The way to the API server, in place of a kubeconfig; whoever supplies it disposes it. */
  readonly transport?: Transport;
}

/** kubelet: runs the pods of one node. */
export function newKubelet(
  overrides: AppOverrides = {},
): App<KubeletOptions, CompletedKubeletOptions, KubeletAppConfig> {
  return {
    name: 'kubelet',
    addFlags,
    options: (cmd) => ({ ...typedOptions(cmd), ...overrides }),
    complete: completeOptions,
    validate: validateOptions,
    config: openConfig,
    run: runKubelet,
  };
}

/** The app as its binary runs it. */
export const kubelet = newKubelet();

export { cleanUpKubelet, runKubelet, type KubeletRun } from '@kubescript/lib-kubelet';
