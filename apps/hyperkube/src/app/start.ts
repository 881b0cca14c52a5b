import { createWriteStream } from 'node:fs';
import { access, mkdir, readFile } from 'node:fs/promises';

import { configureLogging } from '@kubescript/component-base';

import { Cluster } from '../cluster/cluster.ts';
import { identities } from '../cluster/components.ts';
import { installContainerd } from '../cluster/install-containerd.ts';
import { inProcessLauncher } from '../cluster/in-process-launcher.ts';
import { writeKubeconfig } from '../cluster/kubeconfig.ts';
import { ClusterLayout } from '../cluster/layout.ts';
import { readMachineFacts } from '../cluster/machine-facts.ts';
import { processLauncher } from '../cluster/process-launcher.ts';
import type { Progress } from '../cluster/progress.ts';
import { type RuntimePlan, planRuntime } from '../cluster/runtime-detection.ts';
import { readRunningState, removeRunningState, writeRunningState } from '../cluster/state.ts';
import type { StartOptions } from './start-options.ts';

/** What the user is told when the cluster is ready. */
export interface ReadyCluster {
  readonly kubeconfig: string;
  /** Since this process was started. */
  readonly milliseconds: number;
}

/**
 * Runs a cluster until the signal: brings it up (calling `onReady`), waits, and takes it down again. Rejects with an
 * Error that says what to do if it cannot be brought up, or if a component ends by itself; nothing is left behind then.
 */
export async function runCluster(
  options: StartOptions,
  progress: Progress,
  onReady: (ready: ReadyCluster) => void,
  signal: AbortSignal,
): Promise<void> {
  const layout = new ClusterLayout(options.dataDir);
  await openDataDir(layout);
  await logToFile(layout);
  const runtimePlan = await chooseRuntime(options, layout, progress);
  const launcher = options.processes ? processLauncher(layout) : inProcessLauncher();
  const cluster = new Cluster({ options, layout, runtimePlan, launcher, progress }, signal);
  try {
    await Promise.race([bringUp(cluster, layout), failed(cluster, signal)]);
    onReady({ kubeconfig: layout.adminKubeconfig, milliseconds: Date.now() - performance.timeOrigin });
    await cluster.failure();
  } catch (err) {
    if (!signal.aborted) throw err;
  } finally {
    if (signal.aborted) progress.step('stopping');
    await cluster.stop();
    await removeRunningState(layout);
    if (signal.aborted) progress.done('stopped');
  }
}

async function bringUp(cluster: Cluster, layout: ClusterLayout): Promise<void> {
  const program = process.argv[1] ?? '';
  const server = (): string => `https://127.0.0.1:${cluster.port}`;
  // Written before anything is made on the machine, so that `stop` finds it even if this process is killed.
  await writeRunningState(layout, { pid: process.pid, program, server: '', nodes: [] });
  await cluster.start(
    (nodes) => writeRunningState(layout, { pid: process.pid, program, server: '', nodes }),
    () => writeAdminKubeconfig(layout, server()),
  );
  await writeRunningState(layout, { pid: process.pid, program, server: server(), nodes: cluster.nodes });
}

/** Rejects when a component fails, or at the signal. */
async function failed(cluster: Cluster, signal: AbortSignal): Promise<never> {
  await cluster.failure();
  throw signal.reason;
}

async function openDataDir(layout: ClusterLayout): Promise<void> {
  try {
    await mkdir(layout.dataDir, { recursive: true, mode: 0o700 });
    await access(layout.dataDir, 6);
  } catch (err) {
    throw new Error(`cannot use ${layout.dataDir}: ${(err as Error).message}; choose another with --data-dir`, {
      cause: err,
    });
  }
  const running = await readRunningState(layout);
  if (running !== undefined) {
    throw new Error(
      `a cluster runs here already (process ${running.pid}): end it with npm stop -- --data-dir ${layout.dataDir}`,
    );
  }
}

async function logToFile(layout: ClusterLayout): Promise<void> {
  const log = createWriteStream(layout.logFile, { flags: 'a', mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    log.once('open', () => {
      resolve();
    });
    log.once('error', reject);
  });
  configureLogging({ write: (line) => void log.write(line) });
}

async function chooseRuntime(options: StartOptions, layout: ClusterLayout, progress: Progress): Promise<RuntimePlan> {
  const plan = planRuntime(options.runtime, options.nodes, await readMachineFacts(layout));
  if (plan.kind === 'containerd' && plan.install) {
    progress.step('installing containerd, runc and the CNI plugins (apt-get)');
    await installContainerd();
    progress.done();
  }
  if (plan.kind === 'hollow') {
    progress.notice(`HOLLOW nodes: containers are faked, nothing runs (${plan.reason})`);
  }
  return plan;
}

async function writeAdminKubeconfig(layout: ClusterLayout, server: string): Promise<void> {
  const [cert, key] = await Promise.all([
    readFile(layout.authorityCert, 'utf8'),
    readFile(layout.authorityKey, 'utf8'),
  ]);
  await writeKubeconfig(layout.adminKubeconfig, { server, authority: { cert, key } }, identities.admin);
}
