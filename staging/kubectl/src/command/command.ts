import type { ClusterAccess, FlagSpecs, IoStreams, ParsedFlags } from '@kubescript/cli-runtime';
import type { Clock } from '@kubescript/apimachinery';

/** What every command works with. */
export interface CommandContext {
  readonly access: ClusterAccess;
  readonly streams: IoStreams;
  readonly clock: Clock;
  /** Ends the command; aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** What a command line said, beside the flags that every command has. */
export type Input<S extends FlagSpecs> = ParsedFlags<S>;

/**
 * One command in kubectl's three steps. `complete` turns what was typed into options, asking the cluster where it must;
 * `validate` names what is wrong with them; `run` does the work and returns the exit code (0 if undefined).
 */
export interface CommandDefinition<S extends FlagSpecs, O> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** What follows the name: `(TYPE NAME | -f FILENAME) [flags]`. */
  readonly usage: string;
  readonly examples?: string;
  readonly flags: S;
  complete(input: Input<S>, context: CommandContext): O | Promise<O>;
  validate?(options: O): readonly string[];
  run(options: O, context: CommandContext): Promise<number | undefined>;
}

/** A command whose flags and options are its own business. */
export interface Command {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly usage: string;
  readonly examples: string;
  readonly flags: FlagSpecs;
  /** Commands below this one: `rollout status`. */
  readonly children: readonly Command[];
  /** undefined for a command that only has others below it. */
  readonly execute: ((input: Input<FlagSpecs>, context: CommandContext) => Promise<number>) | undefined;
}

/** Makes a Command that runs the steps in order. */
export function defineCommand<S extends FlagSpecs, O>(
  definition: CommandDefinition<S, O>,
  children: readonly Command[] = [],
): Command {
  return {
    name: definition.name,
    aliases: definition.aliases ?? [],
    summary: definition.summary,
    usage: definition.usage,
    examples: definition.examples ?? '',
    flags: definition.flags,
    children,
    execute: async (input, context) => {
      const options = await definition.complete(input as Input<S>, context);
      const [problem] = definition.validate?.(options) ?? [];
      if (problem !== undefined) throw new Error(problem);
      return (await definition.run(options, context)) ?? 0;
    },
  };
}

/** A command that only groups others. */
export function defineGroup(name: string, summary: string, children: readonly Command[]): Command {
  return { name, aliases: [], summary, usage: 'SUBCOMMAND', examples: '', flags: {}, children, execute: undefined };
}
