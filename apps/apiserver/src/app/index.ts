import { type App, configureLogging } from '@kubescript/component-base';

import { type ApiserverConfig, openConfig } from './config.ts';
import {
  type CompletedOptions,
  type TypedOptions,
  addFlags,
  completeOptions,
  typedOptions,
  validateOptions,
} from './options.ts';
import type { ApiserverOverrides } from './overrides.ts';
import { serve } from './run.ts';

export type { ApiserverOverrides, ServingApiserver } from './overrides.ts';
export { type CompletedOptions, type TypedOptions, completeOptions } from './options.ts';
export type { ServerPki } from './pki.ts';

/** kube-apiserver as an app; `overrides` are for programs that run it in their own process. */
export function newKubeApiserver(
  overrides: ApiserverOverrides = {},
): App<TypedOptions, CompletedOptions, ApiserverConfig> {
  return {
    name: 'kube-apiserver',
    addFlags,
    options: typedOptions,
    complete: (options) => Promise.resolve(completeOptions(options)),
    validate: validateOptions,
    config: (options) => {
      configureLogging({ format: options.logging.loggingFormat, verbosity: options.logging.v });
      return openConfig(options, overrides);
    },
    run: (config, signal) =>
      serve(config, signal, function announce() {
        overrides.onServing?.({
          port: config.listener.address.port,
          transportFor: (user, userAgent = 'in-process') => config.server.transport(user, userAgent),
        });
      }),
  };
}

/** The binary kube-apiserver. */
export const kubeApiserver = newKubeApiserver();
