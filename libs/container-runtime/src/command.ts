import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Runs a program to its end and returns its standard output; fails with what it wrote to standard error. */
export function runCommand(program: string, args: readonly string[], input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (err, stdout, stderr) => {
      if (err === null) resolve(stdout);
      else reject(new Error(`${program} ${args.join(' ')}: ${stderr.trim() || err.message}`, { cause: err }));
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

/** The path of a program on PATH or in the system's directories, or undefined. */
export async function findProgram(name: string): Promise<string | undefined> {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  for (const directory of directories) {
    const path = join(directory, name);
    if (directory !== '' && (await isExecutable(path))) return path;
  }
  return undefined;
}

/** Whether a file is there and may be run. */
export function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
