import type { Transport } from '@kubescript/client';
import {
  FlagGroup,
  type LoggingOptions,
  type SecureServingOptions,
  listFlag,
  loggingFlags,
  secureServingFlags,
  stringFlag,
} from '@kubescript/component-base';
import type { Command } from 'commander';

/** Which cluster the server belongs to, and where it keeps what it stores. */
export interface WardleOptions {
  readonly kubeconfig: string;
  readonly dataDir: string;
  readonly etcdServers: readonly string[];
}

interface FlagValues {
  readonly serving: SecureServingOptions;
  readonly wardle: WardleOptions;
  readonly logging: LoggingOptions;
}

const groups = {
  serving: secureServingFlags({ port: 443 }),
  wardle: new FlagGroup<WardleOptions>(
    'Sample API server',
    {
      kubeconfig: stringFlag('', 'file that says how to reach kube-apiserver; by default as a pod does'),
      dataDir: stringFlag('', 'directory of the embedded store'),
      etcdServers: listFlag([], 'URLs of an etcd to use in place of the embedded store'),
    },
    ({ dataDir, etcdServers }) =>
      dataDir === '' && etcdServers.length === 0 ? [new Error('--data-dir or --etcd-servers is required')] : [],
  ),
  logging: loggingFlags(),
} satisfies { readonly [K in keyof FlagValues]: FlagGroup<FlagValues[K]> };

/** What the user typed; `transport` reaches kube-apiserver in place of a kubeconfig. */
export interface SampleApiserverOptions {
  readonly typed: { readonly [K in keyof FlagValues]: Partial<FlagValues[K]> };
  readonly transport?: Transport;
}

declare const completed: unique symbol;

/** Everything decided; only `completeOptions` makes one. */
export type CompletedSampleOptions = FlagValues & { readonly transport?: Transport; readonly [completed]: true };

/** Declares all flags. */
export function addFlags(cmd: Command): void {
  for (const group of Object.values(groups)) group.addFlags(cmd);
}

/** What the user typed. */
export function typedOptions(cmd: Command): SampleApiserverOptions {
  return {
    typed: {
      serving: groups.serving.typed(cmd),
      wardle: groups.wardle.typed(cmd),
      logging: groups.logging.typed(cmd),
    },
  };
}

/** Fills in the defaults. */
export function completeOptions({ typed, transport }: SampleApiserverOptions): CompletedSampleOptions {
  const values: FlagValues & { readonly transport?: Transport } = {
    serving: groups.serving.complete(typed.serving),
    wardle: groups.wardle.complete(typed.wardle),
    logging: groups.logging.complete(typed.logging),
    ...(transport ? { transport } : {}),
  };
  return values as CompletedSampleOptions;
}

/** What is wrong with the options, all at once. */
export function validateOptions(options: CompletedSampleOptions): readonly Error[] {
  return [...groups.serving.validate(options.serving), ...groups.wardle.validate(options.wardle)];
}
