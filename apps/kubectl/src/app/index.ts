import { runKubectl } from '@kubescript/kubectl';

/** Runs kubectl with the streams and the environment of the process; resolves with the exit code. */
export function kubectl(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const streams = { in: process.stdin, out: process.stdout, err: process.stderr };
  return runKubectl(argv, { streams, env: process.env, signal });
}
