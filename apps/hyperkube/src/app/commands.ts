import { relative, resolve } from 'node:path';

import { Command, CommanderError } from 'commander';

import { type Progress, type ProgressMessage, parentProgress, terminalProgress } from '../cluster/progress.ts';
import { startDetached } from './detach.ts';
import { loadIntoCluster } from './load.ts';
import { type ReadyCluster, runCluster } from './start.ts';
import {
  type StartOptions,
  addDataDirFlag,
  addStartFlags,
  startOptions,
  validateStartOptions,
} from './start-options.ts';
import { stopCluster } from './stop.ts';

/**
 * Runs `hyperkube start | stop | load` and resolves with the exit code: 0 after a graceful end, 1 after wrong flags or
 * a failure, which is one message on standard error.
 */
export async function runHyperkube(argv: readonly string[], signal: AbortSignal): Promise<number> {
  try {
    await hyperkubeCommand(argv, signal).parseAsync(argv, { from: 'user' });
    return 0;
  } catch (err) {
    if (err instanceof CommanderError) return err.exitCode;
    report(err);
    return 1;
  }
}

function hyperkubeCommand(argv: readonly string[], signal: AbortSignal): Command {
  const root = new Command('hyperkube').description('Kubernetes in one process').exitOverride();
  root.configureOutput({
    outputError: (text, write) => {
      write(`${text.trimEnd()}\nSee --help for the flags.\n`);
    },
  });
  const start = root.command('start').description('start a cluster on this machine').copyInheritedSettings(root);
  addStartFlags(start);
  start.action(() => startCluster(startOptions(start), argv, signal));
  const stop = root.command('stop').description('end the cluster of a data directory').copyInheritedSettings(root);
  addDataDirFlag(stop);
  stop.action(async () => {
    console.log(await stopCluster(stop.opts<{ dataDir: string }>().dataDir));
  });
  const load = root.command('load').description('import an image archive (Docker or OCI) into every node');
  load.copyInheritedSettings(root).argument('<archive>', 'a tar file');
  addDataDirFlag(load);
  load.action(async (archive: string) => {
    console.log(await loadIntoCluster(load.opts<{ dataDir: string }>().dataDir, resolve(archive)));
  });
  return root;
}

/** Starts a cluster: here, until the signal; or detached, and then resolves as soon as it is ready. */
async function startCluster(options: StartOptions, argv: readonly string[], signal: AbortSignal): Promise<void> {
  const problems = validateStartOptions(options);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  if (options.detach) {
    const progress = terminalProgress();
    const childArgs = argv.filter((arg) => arg !== '--detach');
    const ready = await startDetached(childArgs, options.dataDir, progress);
    announce(ready, `npm stop -- --data-dir ${options.dataDir}`);
    return;
  }
  const progress = progressOfThisProcess();
  await runCluster(
    options,
    progress,
    (ready) => {
      if (process.send === undefined) announce(ready, 'Ctrl-C');
      else send({ type: 'ready', ...ready });
    },
    signal,
  );
}

function progressOfThisProcess(): Progress {
  return process.send === undefined ? terminalProgress() : parentProgress(send);
}

/** Tells the process that started this one; it may be gone by then. */
function send(message: ProgressMessage): void {
  if (process.connected) process.send?.(message);
}

function announce({ kubeconfig, milliseconds }: ReadyCluster, ending: string): void {
  const path = relative(process.cwd(), kubeconfig);
  console.log(`Ready in ${(milliseconds / 1000).toFixed(2)} s. Kubeconfig: ${kubeconfig}
Try:    kubectl --kubeconfig ${path.startsWith('..') ? kubeconfig : path} get nodes
End it: ${ending}`);
}

function report(err: unknown): void {
  const message = err instanceof Error ? err.message : String(err);
  if (process.send !== undefined) send({ type: 'failed', text: message });
  console.error(`hyperkube: ${message}`);
}
