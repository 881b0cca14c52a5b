import { type ChildProcess, spawn } from 'node:child_process';

/** How a program ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run a program. */
export interface CommandOptions {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds after which it is killed; 60 s unless told. */
  readonly timeout?: number;
}

/** Runs a program to its end and collects what it prints; never rejects for an exit code. */
export async function run(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(program, args, { env: options.env ?? process.env, stdio: ['pipe', 'pipe', 'pipe'] });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input);
  const code = await exitCodeOf(child, options.timeout ?? 60_000);
  return { code, stdout: await stdout, stderr: await stderr };
}

/** Like `run`, and throws with everything that was printed unless the exit code is 0. */
export async function runOk(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const result = await run(program, args, options);
  if (result.code !== 0) {
    throw new Error(`${program} ${args.join(' ')}: exit ${result.code}\n${result.stdout}${result.stderr}`);
  }
  return result.stdout;
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}

function exitCodeOf(child: ChildProcess, timeout: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code ?? -1);
    });
  });
}
