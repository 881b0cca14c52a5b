import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

const fetched = resolve(import.meta.dirname, '../../../../_output/kubectl');

/** A real kubectl on this machine. */
export interface FoundKubectl {
  readonly version: string;
  readonly program: string;
}

/**
 * The kubectls on this machine, one per minor version: those that `hack/install-node-deps.sh --tests` fetched, and those
 * that lie as `kubectl.1.NN` beside a kubectl in PATH (as the Google Cloud CLI installs them).
 */
export function findKubectls(): FoundKubectl[] {
  const found = new Map<string, string>();
  for (const folder of foldersOfKubectl()) {
    for (const name of readdirSync(folder)) {
      const version = /^kubectl\.(1\.\d+)$/.exec(name)?.[1];
      if (version !== undefined) found.set(version, join(folder, name));
    }
  }
  for (const version of existsSync(fetched) ? readdirSync(fetched) : []) {
    const program = join(fetched, version, 'kubectl');
    if (existsSync(program)) found.set(version, program);
  }
  const all = [...found].map(([version, program]) => ({ version, program }));
  return all.toSorted((a, b) => a.version.localeCompare(b.version, undefined, { numeric: true }));
}

function foldersOfKubectl(): Set<string> {
  const programs = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'kubectl'));
  return new Set(programs.filter((file) => existsSync(file)).map((file) => dirname(realpathSync(file))));
}
