import { type App, configureLogging } from '@kubescript/component-base';

import { type SampleApiserverConfig, openConfig } from './config.ts';
import {
  type CompletedSampleOptions,
  type SampleApiserverOptions,
  addFlags,
  completeOptions,
  typedOptions,
  validateOptions,
} from './options.ts';
import { serve } from './run.ts';

/** The sample API server as an app; `onServing` is told the port when it serves. */
export function newSampleApiserver(
  onServing?: (port: number) => void,
): App<SampleApiserverOptions, CompletedSampleOptions, SampleApiserverConfig> {
  return {
    name: 'sample-apiserver',
    addFlags,
    options: typedOptions,
    complete: (options) => Promise.resolve(completeOptions(options)),
    validate: validateOptions,
    config: (options) => {
      configureLogging({ format: options.logging.loggingFormat, verbosity: options.logging.v });
      return openConfig(options);
    },
    run: (config, signal) => serve(config, signal, onServing),
  };
}

/** The binary sample-apiserver. */
export const sampleApiserver = newSampleApiserver();
