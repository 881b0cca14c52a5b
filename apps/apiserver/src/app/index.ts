import type { UserInfo } from '@kubescript/apiserver';
import type { Transport } from '@kubescript/client';
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
import { serve } from './run.ts';

/** A server that is ready. */
export interface ServingApiserver {
  readonly port: number;
  /** A way into the server for a component of the same process. */
  transportFor(user: UserInfo, userAgent?: string): Transport;
}

/** What a program that holds the server in its own process may want of it. */
export interface ApiserverOverrides {
  /** Called once, when `/readyz` answers ok. */
  readonly onServing?: (server: ServingApiserver) => void;
}

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
      return openConfig(options);
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
