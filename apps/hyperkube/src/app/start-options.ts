import { resolve } from 'node:path';

import { type Command, InvalidArgumentError, Option } from 'commander';

/** The container runtimes that `--runtime` takes. */
export const runtimeChoices = ['auto', 'containerd', 'docker', 'hollow'] as const;
export type RuntimeChoice = (typeof runtimeChoices)[number];

/** The components that `--COMPONENT-arg` passes flags to, by the name of their app. */
export const componentNames = ['apiserver', 'scheduler', 'controller-manager', 'kubelet', 'proxy'] as const;
export type ComponentName = (typeof componentNames)[number];

/** What the user asked of `npm start`. */
export interface StartOptions {
  /** Absolute path of everything that the cluster keeps. */
  readonly dataDir: string;
  /** Port of the API server; 0 picks a free one. */
  readonly port: number;
  readonly nodes: number;
  readonly runtime: RuntimeChoice;
  readonly storage: 'embedded' | 'etcd';
  readonly etcdServers: readonly string[];
  /** One process per component in place of one for all. */
  readonly processes: boolean;
  readonly detach: boolean;
  /** Extra flags of each component, with their dashes: `--v=4`. */
  readonly componentArgs: Readonly<Record<ComponentName, readonly string[]>>;
}

interface RawOptions extends Omit<StartOptions, 'componentArgs' | 'etcdServers'> {
  readonly etcdServers?: string;
  readonly [name: `${string}Arg`]: readonly string[];
}

/** Adds the flags of `hyperkube start`. */
export function addStartFlags(cmd: Command): void {
  addDataDirFlag(cmd);
  cmd
    .option('--port <port>', 'port of the API server; 0 picks a free one', parsePort, 6443)
    .option('--nodes <count>', 'nodes on this machine, each with a runtime of its own', parseCount, 1)
    .addOption(
      new Option('--runtime <name>', 'where containers run; auto takes what it finds')
        .choices(runtimeChoices)
        .default('auto'),
    )
    .addOption(
      new Option('--storage <kind>', 'where objects are stored').choices(['embedded', 'etcd']).default('embedded'),
    )
    .option(
      '--etcd-servers <urls>',
      'with --storage etcd: its URLs, separated by commas; none starts an etcd of its own',
    )
    .option('--processes', 'run one process per component', false)
    .option('--detach', 'return when the cluster is ready; `npm stop` ends it', false);
  for (const name of componentNames) {
    cmd.option(`--${name}-arg <flag=value>`, `pass a flag on to ${name} (may be repeated)`, collect, []);
  }
}

/** Adds `--data-dir`, which all commands share. */
export function addDataDirFlag(cmd: Command): void {
  cmd.option('--data-dir <dir>', 'what the cluster keeps', toAbsolutePath, toAbsolutePath('_output/cluster'));
}

/** Reads the flags that `addStartFlags` added. */
export function startOptions(cmd: Command): StartOptions {
  const raw = cmd.opts<RawOptions>();
  return {
    dataDir: raw.dataDir,
    port: raw.port,
    nodes: raw.nodes,
    runtime: raw.runtime,
    storage: raw.storage,
    etcdServers: raw.etcdServers?.split(',') ?? [],
    processes: raw.processes,
    detach: raw.detach,
    componentArgs: {
      apiserver: toFlags(raw.apiserverArg),
      scheduler: toFlags(raw.schedulerArg),
      'controller-manager': toFlags(raw.controllerManagerArg),
      kubelet: toFlags(raw.kubeletArg),
      proxy: toFlags(raw.proxyArg),
    },
  };
}

/** All that is wrong with the options. */
export function validateStartOptions(options: StartOptions): Error[] {
  const problems: Error[] = [];
  if (options.etcdServers.length > 0 && options.storage !== 'etcd') {
    problems.push(new Error('--etcd-servers needs --storage etcd'));
  }
  if (options.nodes > 1 && options.runtime === 'docker') {
    problems.push(new Error('--nodes above 1 needs --runtime containerd or hollow: one machine has one Docker'));
  }
  return problems;
}

/** k3s' form `v=4` and the plain one `--v=4` are both fine. */
function toFlags(args: readonly string[] = []): string[] {
  return args.map((arg) => (arg.startsWith('-') ? arg : `--${arg}`));
}

function toAbsolutePath(path: string): string {
  return resolve(path);
}

function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new InvalidArgumentError('must be a port, or 0.');
  return port;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw new InvalidArgumentError('must be between 1 and 100.');
  return count;
}
