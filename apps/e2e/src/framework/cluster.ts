import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { type CommandOptions, type CommandResult, run, runOk } from './command.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** The real kubectl versions that the tests use; `hack/install-node-deps.sh --tests` fetches them. */
export type KubectlVersion = '1.32' | '1.36';

/** What starts and stops clusters: a program, and arguments that stand before the command. */
export type Launcher = readonly [program: string, ...args: string[]];

/** What `npm start` runs. */
const npmStart: Launcher = [process.execPath, join(root, 'hack/start.mjs')];

/** A cluster that `npm start` made, seen as a user sees it: through its kubeconfig and the real kubectl. */
export class TestCluster implements AsyncDisposable {
  readonly dataDir: string;
  readonly flags: readonly string[];
  readonly #launcher: Launcher;

  private constructor(dataDir: string, flags: readonly string[], launcher: Launcher) {
    this.dataDir = dataDir;
    this.flags = flags;
    this.#launcher = launcher;
  }

  /** Starts a cluster on a data directory of its own and a free port; resolves when it is ready. */
  static async start(...flags: string[]): Promise<TestCluster> {
    return TestCluster.startBy(npmStart, flags);
  }

  /** The same by another launcher. */
  static async startBy(launcher: Launcher, flags: readonly string[]): Promise<TestCluster> {
    const cluster = new TestCluster(await mkdtemp(join(tmpdir(), 'kubescript-e2e-')), flags, launcher);
    await cluster.startAgain();
    return cluster;
  }

  /** Starts (again) on the same data. Returns what `npm start` printed. */
  async startAgain(): Promise<string> {
    return this.launch('start', '--port', '0', '--detach', ...this.flags);
  }

  /** Stops it as a user does. */
  async stop(): Promise<void> {
    await this.launch('stop');
  }

  /** Process id of the launcher's background process. */
  async pid(): Promise<number> {
    const state = JSON.parse(await readFile(join(this.dataDir, 'running.json'), 'utf8')) as { pid: number };
    return state.pid;
  }

  get kubeconfig(): string {
    return join(this.dataDir, 'admin.kubeconfig');
  }

  /** The real kubectl on this cluster. */
  kubectl(version: KubectlVersion = '1.36'): Kubectl {
    return new Kubectl(kubectlPath(version), this.kubeconfig);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async launch(command: string, ...args: string[]): Promise<string> {
    const [program, ...before] = this.#launcher;
    return runOk(program, [...before, command, ...args, '--data-dir', this.dataDir], { timeout: 180_000 });
  }
}

/** kubectl with a kubeconfig. */
export class Kubectl {
  readonly program: string;
  readonly kubeconfig: string;

  constructor(program: string, kubeconfig: string) {
    this.program = program;
    this.kubeconfig = kubeconfig;
  }

  /** Runs it and returns standard output; throws unless it exits with 0. */
  async ok(args: readonly string[], options?: CommandOptions): Promise<string> {
    return runOk(this.program, this.args(args), options);
  }

  /** Runs it and returns how it ended. */
  async run(args: readonly string[], options?: CommandOptions): Promise<CommandResult> {
    return run(this.program, this.args(args), options);
  }

  /** Reads an object or list as JSON. */
  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.ok(['get', ...args, '-o', 'json'])) as T;
  }

  /** The arguments with the kubeconfig in front, for those who spawn it themselves. */
  args(args: readonly string[]): string[] {
    return ['--kubeconfig', this.kubeconfig, ...args];
  }
}

/** Where the kubectl of that version lies. */
export function kubectlPath(version: KubectlVersion): string {
  return join(root, '_output/kubectl', version, 'kubectl');
}
