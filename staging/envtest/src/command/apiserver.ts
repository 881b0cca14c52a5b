import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Backend, openEmbeddedBackend } from '@kubescript/apiserver';

import type { StandInVersion } from './etcd.ts';

/** What kube-apiserver is run with. */
export interface PreparedApiserver {
  readonly args: readonly string[];
  /** The store in the directory that the stand-in for etcd lends; undefined before a real etcd. */
  readonly backend?: Backend;
}

/**
 * Makes of the command line of a Go test what this kube-apiserver takes: `--etcd-servers` may name the stand-in, and a
 * data directory is added, which the original has no flag for.
 */
export async function prepareApiserver(args: readonly string[]): Promise<PreparedApiserver> {
  if (args.includes('--help') || args.includes('--version')) return { args };
  const certDir = valueOf(args, 'cert-dir');
  const dataDir =
    certDir === undefined ? await mkdtemp(join(tmpdir(), 'kubescript-envtest-')) : join(certDir, 'kubescript');
  const given = valueOf(args, 'data-dir') === undefined ? [...args, `--data-dir=${dataDir}`] : args;
  const standIn = await askStandIn(valueOf(args, 'etcd-servers'));
  if (standIn === undefined) return { args: given };
  const directory = join(standIn.dataDir, 'kubescript');
  return { args: without(given, 'etcd-servers'), backend: openEmbeddedBackend({ directory, durable: false }) };
}

/** What the stand-in says of itself; undefined if a real etcd answers, or another host. */
async function askStandIn(servers: string | undefined): Promise<StandInVersion['standIn'] | undefined> {
  const [url = ''] = (servers ?? '').split(',');
  if (!/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url)) return undefined;
  const response = await fetch(new URL('/version', url)).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  const version = (await response.json()) as Partial<StandInVersion>;
  return version.standIn;
}

/** The value of `--NAME=VALUE` or `--NAME VALUE`; the last one counts. */
function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.findLastIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const arg = args[at];
  return arg === `--${name}` ? args[at + 1] : arg?.slice(name.length + 3);
}

function without(args: readonly string[], name: string): readonly string[] {
  return args.filter((arg, at) => arg !== `--${name}` && args[at - 1] !== `--${name}` && !arg.startsWith(`--${name}=`));
}
