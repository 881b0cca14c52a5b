import { join } from 'node:path';

import { stopSignal } from '@kubescript/component-base';

import { runKubescript } from './command/kubescript.ts';

/** Runs the command with the arguments of this process. The programs that it hands out lie beside the bundle. */
export async function main(directory: string): Promise<void> {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning'];
  const programs = {
    kubescript: [...node, join(directory, 'kubescript.js')],
    kubectl: [...node, join(directory, 'kubectl.js')],
  };
  process.exitCode = await runKubescript(process.argv.slice(2), programs, stopSignal());
}
