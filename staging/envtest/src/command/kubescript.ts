import { runApp } from '@kubescript/component-base';
import { newKubeApiserver } from '@kubescript/app-apiserver/app';
import { Command, CommanderError } from 'commander';

import { prepareApiserver } from './apiserver.ts';
import { type Programs, runWithAssets, writeAssets } from './assets.ts';
import { etcdCommand } from './etcd.ts';

/**
 * Runs `kubescript envtest …` until it is done, or the signal; resolves with the exit code. `programs` are the commands
 * that the drop-in programs lead to.
 */
export async function runKubescript(argv: readonly string[], programs: Programs, signal: AbortSignal): Promise<number> {
  const [area, program, ...rest] = argv;
  if (area === 'envtest' && program === 'kube-apiserver') return runApiserver(rest, signal);
  try {
    const outcome = { code: 0 };
    await kubescriptCommand(programs, signal, outcome).parseAsync(argv, { from: 'user' });
    return outcome.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    console.error(`kubescript: ${(error as Error).message}`);
    return 1;
  }
}

async function runApiserver(args: readonly string[], signal: AbortSignal): Promise<number> {
  const prepared = await prepareApiserver(args);
  const app = newKubeApiserver(prepared.backend === undefined ? {} : { backend: prepared.backend });
  return runApp(app, prepared.args, signal);
}

function kubescriptCommand(programs: Programs, signal: AbortSignal, outcome: { code: number }): Command {
  const root = new Command('kubescript')
    .description('Kubernetes in TypeScript, for tests')
    .exitOverride()
    .enablePositionalOptions();
  const envtest = root
    .command('envtest')
    .description(
      'an API server for tests in any language: prints a directory for KUBEBUILDER_ASSETS, or runs a command with it',
    )
    .usage('[--dir DIRECTORY] [-- COMMAND...]')
    .copyInheritedSettings(root)
    .argument('[command...]', 'a command such as `go test ./...`, which finds the API server by KUBEBUILDER_ASSETS')
    .option(
      '--dir <directory>',
      'where to put kube-apiserver, etcd and kubectl; by default a directory of this version',
    )
    .enablePositionalOptions()
    .passThroughOptions();
  envtest.action(async (command: readonly string[]) => {
    const directory = await writeAssets(programs, envtest.opts<{ dir?: string }>().dir);
    if (command.length === 0) console.log(directory);
    else outcome.code = await runWithAssets(command, directory, signal);
  });
  envtest.addCommand(etcdCommand(signal).copyInheritedSettings(root), { hidden: true });
  return root;
}
