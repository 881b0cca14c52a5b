import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/** What the programs of an assets directory run: a command and its first arguments. */
export interface Programs {
  readonly kubescript: readonly string[];
  readonly kubectl: readonly string[];
}

/**
 * Writes the programs that envtest of controller-runtime looks for (`kube-apiserver`, `etcd`, `kubectl`) into a
 * directory; answers with its absolute path. Many may do it at once.
 */
export async function writeAssets(programs: Programs, directory?: string): Promise<string> {
  const scripts = {
    'kube-apiserver': scriptOf([...programs.kubescript, 'envtest', 'kube-apiserver']),
    etcd: scriptOf([...programs.kubescript, 'envtest', 'etcd']),
    kubectl: scriptOf(programs.kubectl),
  };
  const path = resolve(directory ?? defaultDirectory(JSON.stringify(scripts)));
  await mkdir(path, { recursive: true, mode: 0o700 });
  for (const [name, script] of Object.entries(scripts)) await replaceFile(join(path, name), script);
  return path;
}

/** Runs a command with KUBEBUILDER_ASSETS; resolves with its exit code. The signal ends it. */
export function runWithAssets(command: readonly string[], directory: string, signal: AbortSignal): Promise<number> {
  const [program = '', ...args] = command;
  const env = { ...process.env, KUBEBUILDER_ASSETS: directory };
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    const onAbort = (): void => {
      child.kill('SIGTERM');
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.once('error', (error) => {
      fail(new Error(`cannot run ${program}: ${error.message}`, { cause: error }));
    });
    child.once('exit', (code) => {
      signal.removeEventListener('abort', onAbort);
      done(code ?? 1);
    });
  });
}

/** One per user and per content, so that it may be kept. */
function defaultDirectory(content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return join(tmpdir(), `kubescript-envtest-${userInfo().username}-${hash}`);
}

function scriptOf(command: readonly string[]): string {
  return `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** A program that somebody runs just now stays whole. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${String(process.pid)}`;
  await writeFile(temporary, text);
  await chmod(temporary, 0o755);
  await rename(temporary, path);
}
