import { type Clock, realClock } from '@kubescript/apimachinery';
import {
  boolFlag,
  ClusterAccess,
  configFlags,
  type ConfigFlagValues,
  type Environment,
  type FlagSpecs,
  type IoStreams,
  parseFlags,
  UsageError,
} from '@kubescript/cli-runtime';

import { explainError } from '../util/explain-error.ts';
import type { Command } from './command.ts';
import { flagList, formatHelp } from './help.ts';
import { rootCommand } from './root.ts';

/** What a run of kubectl needs from its process. */
export interface KubectlProcess {
  readonly streams: IoStreams;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

const globalFlags = { ...configFlags, help: boolFlag('Print help for the command', { shorthand: 'h' }) };

/**
 * Runs one command line and resolves with the exit code. Messages go to the streams; nothing is thrown.
 *
 * @go k8s.io/kubectl/pkg/cmd#NewKubectlCommand
 */
export async function runKubectl(argv: readonly string[], process: KubectlProcess): Promise<number> {
  const { streams } = process;
  let path = 'kubectl';
  try {
    const found = findCommand(argv);
    path = found.path;
    return await runCommand(found, process);
  } catch (err) {
    const { message, code } = explainError(err);
    if (message !== '') streams.err.write(`${message}\n`);
    if (err instanceof UsageError && err.message.includes('flag')) {
      streams.err.write(`See '${path} --help' for usage.\n`);
    }
    return code;
  }
}

interface FoundCommand {
  readonly path: string;
  readonly command: Command;
  readonly rest: readonly string[];
}

async function runCommand({ path, command, rest }: FoundCommand, process: KubectlProcess): Promise<number> {
  const { streams, env, signal, clock = realClock } = process;
  if (command === rootCommand && rest.length > 0 && rest[0] === 'options') {
    streams.out.write(`${flagList(globalFlags)}\n`);
    return 0;
  }
  const specs: FlagSpecs = { ...globalFlags, ...command.flags };
  const input = parseFlags(specs, rest);
  if (input.values['help'] === true || command.execute === undefined) {
    if (command.execute === undefined && input.args.length > 0) throw unknownCommand(path, input.args[0] ?? '');
    streams.out.write(formatHelp(path, command));
    return 0;
  }
  const warn = (text: string): void => void streams.err.write(`Warning: ${text}\n`);
  await using access = new ClusterAccess(configValues(command, input.values), env, warn);
  return await command.execute(input, { access, streams, signal, clock });
}

/** The values of the configuration flags; a flag of the command hides the one of the same name (`create rolebinding --user`). */
function configValues(command: Command, values: Readonly<Record<string, unknown>>): ConfigFlagValues {
  const entries = Object.entries(configFlags).map(([name, spec]) => [
    name,
    Object.hasOwn(command.flags, name) ? spec.default : values[name],
  ]);
  return Object.fromEntries(entries) as ConfigFlagValues;
}

/** Follows the words of a command line down to the command that they name; flags may stand between the words. */
function findCommand(argv: readonly string[]): FoundCommand {
  let command = rootCommand;
  let path = 'kubectl';
  const rest = [...argv];
  for (let at = firstWord(rest, 0); at >= 0; at = firstWord(rest, at)) {
    const word = rest[at] ?? '';
    const child = command.children.find((candidate) => candidate.name === word || candidate.aliases.includes(word));
    if (child === undefined) break;
    rest.splice(at, 1);
    command = child;
    path += ` ${child.name}`;
  }
  return { path, command, rest };
}

/** Index of the first argument that is no flag and no flag's value; -1 if there is none before `--`. */
function firstWord(argv: readonly string[], from: number): number {
  for (let i = from; i < argv.length; i++) {
    const arg = argv[i] ?? '';
    if (arg === '--') return -1;
    if (!arg.startsWith('-') || arg === '-') return i;
    if (takesNext(arg)) i++;
  }
  return -1;
}

function takesNext(arg: string): boolean {
  if (arg.includes('=')) return false;
  const specs: FlagSpecs = globalFlags;
  const name = arg.startsWith('--') ? arg.slice(2) : undefined;
  const found = Object.entries(specs).find(
    ([long, spec]) => (name ?? '') === long || arg === `-${spec.shorthand ?? ''}`,
  );
  return found !== undefined && found[1].withoutValue === undefined;
}

function unknownCommand(path: string, word: string): Error {
  return new UsageError(`unknown command "${word}" for "${path}"`);
}
