import type { Command } from 'commander';

/**
 * Rewrites a command line in the notation of Go's pflag to commander's: a boolean flag never takes the next argument
 * (`--leader-elect x` is an error, `--leader-elect=false` is not), and `-v=2` means `-v 2`.
 */
export function normalizeArguments(cmd: Command, argv: readonly string[]): string[] {
  const booleans = new Set(cmd.options.filter((option) => option.optional).flatMap((o) => [o.long, o.short]));
  const result: string[] = [];
  for (const [index, arg] of argv.entries()) {
    if (arg === '--') return [...result, ...argv.slice(index)];
    if (/^-[A-Za-z]=/.test(arg)) result.push(arg.slice(0, 2), arg.slice(3));
    else if (booleans.has(arg)) result.push(arg.startsWith('--') ? `${arg}=true` : arg);
    else result.push(arg);
  }
  return result;
}
