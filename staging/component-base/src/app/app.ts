import type { Command } from 'commander';

/**
 * One process of the cluster. Every app is a value of this shape (`kubeScheduler satisfies App<…>`), so that all of
 * them start, fail and stop in the same way, and so that several can run in one process.
 */
export interface App<Options, Completed, Config extends AsyncDisposable> {
  /** The name of the binary: `kube-scheduler`. */
  readonly name: string;
  addFlags(cmd: Command): void;
  /** Only the flags the user typed, so that a flag's default cannot hide the config file. */
  options(cmd: Command): Options;
  /** Defaults, then the config file, then the typed flags. */
  complete(options: Options): Promise<Completed>;
  /** All problems at once, each naming its flag or field. */
  validate(completed: Completed): readonly Error[];
  /** Opens clients, certificates and listeners; whatever it opened is closed when the Config is disposed. */
  config(completed: Completed, signal: AbortSignal): Promise<Config>;
  /** Works until the signal. Resolves after a graceful stop; losing the lease rejects. */
  run(config: Config, signal: AbortSignal): Promise<void>;
}
