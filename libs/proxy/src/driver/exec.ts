import { spawn } from 'node:child_process';

/** Runs a program with a text as its input and returns its output; rejects with what it wrote to its error output. */
export type Exec = (
  program: string,
  args: readonly string[],
  options?: { readonly input?: string; readonly signal?: AbortSignal },
) => Promise<string>;

/** Thrown when a program could not be run, or ended with a code other than 0. */
export class ExecError extends Error {
  override readonly name = 'ExecError';
  /** Undefined where the program is not there. */
  readonly exitCode: number | undefined;

  constructor(message: string, exitCode: number | undefined) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs programs for real, found on the PATH or where administration programs usually are. */
export const realExec: Exec = (program, args, { input = '', signal } = {}) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin:/usr/local/sbin` };
    const child = spawn(program, args, { env, ...(signal === undefined ? {} : { signal }) });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.stdin.on('error', () => undefined); // the exit code tells
    child.once('error', (err) => {
      reject(new ExecError(`cannot run ${program}: ${err.message}`, undefined));
    });
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output).toString());
      else {
        const reason = Buffer.concat(errors).toString().trim().slice(0, 2000);
        reject(new ExecError(`${program} ended with code ${String(code)}: ${reason}`, code ?? 1));
      }
    });
    child.stdin.end(input);
  });
