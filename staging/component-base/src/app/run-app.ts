import { Command, CommanderError } from 'commander';

import { normalizeArguments } from '../flags/normalize-arguments.ts';
import { applyVersionFlag, versionFlagDescription } from '../version/version-flag.ts';
import type { App } from './app.ts';

/**
 * Runs an app from its command line to its end and resolves with the exit code: 0 after a graceful stop, `--help` and
 * `--version`; 1 after wrong flags (all problems are reported together) or a failure. Never calls `process.exit`.
 *
 * @go k8s.io/component-base/cli#Run
 */
export async function runApp<Options, Completed, Config extends AsyncDisposable>(
  app: App<Options, Completed, Config>,
  argv: readonly string[],
  signal: AbortSignal,
  logError: (message: string) => void = console.error,
): Promise<number> {
  const cmd = newAppCommand(app, logError);
  try {
    cmd.parse(normalizeArguments(cmd, argv), { from: 'user' });
    if (printedVersion(cmd)) return 0;
    const completed = await app.complete(app.options(cmd));
    const problems = app.validate(completed);
    if (problems.length > 0) throw new AggregateError(problems, problems.map((p) => p.message).join('; '));
    await using config = await app.config(completed, signal);
    await app.run(config, signal);
    return 0;
  } catch (err) {
    if (err instanceof CommanderError) return err.exitCode;
    if (signal.aborted && err === signal.reason) return 0;
    logError(describeFailure(app.name, err));
    return 1;
  }
}

/** The command of an app: its flags, `--version` and `--help`; unknown flags are an error that points at `--help`. */
export function newAppCommand<Options, Completed, Config extends AsyncDisposable>(
  app: App<Options, Completed, Config>,
  logError: (message: string) => void = console.error,
): Command {
  const cmd = new Command(app.name)
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({
      writeErr: (text) => {
        logError(text.trimEnd());
      },
      outputError: (text, write) => {
        write(`${text.trimEnd()}\nSee '${app.name} --help' for usage.`);
      },
    })
    .option('--version [value]', versionFlagDescription);
  app.addFlags(cmd);
  return cmd;
}

/** Obeys `--version`; true where that is all that was asked for. */
function printedVersion(cmd: Command): boolean {
  const { version } = cmd.opts<{ version?: string }>();
  if (version === undefined) return false;
  const text = applyVersionFlag(version);
  if (text !== undefined) process.stdout.write(`${text}\n`);
  return text !== undefined;
}

/** One line that says what went wrong; the stack only where the failure is a bug of the program. */
function describeFailure(name: string, err: unknown): string {
  if (err instanceof AggregateError) {
    const lines = (err.errors as unknown[]).map((problem) => `  ${messageOf(problem)}`);
    return [`${name}: invalid configuration (see '${name} --help'):`, ...lines].join('\n');
  }
  const isBug = err instanceof TypeError || err instanceof ReferenceError || err instanceof RangeError;
  return `${name}: ${isBug && err.stack !== undefined ? err.stack : messageOf(err)}`;
}

function messageOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  return err.cause instanceof Error && !err.message.includes(err.cause.message)
    ? `${err.message}: ${err.cause.message}`
    : err.message;
}
