import type { FlagSpec, FlagSpecs } from '@kubescript/cli-runtime';

import type { Command } from './command.ts';

/** The help text of a command. */
export function formatHelp(path: string, command: Command): string {
  const sections = [command.summary];
  if (command.examples !== '') sections.push(`Examples:\n${indent(command.examples)}`);
  if (command.children.length > 0) sections.push(`Available Commands:\n${commandList(command.children)}`);
  const options = flagList(command.flags);
  if (options !== '') sections.push(`Options:\n${options}`);
  sections.push(`Usage:\n  ${path} ${command.usage}`);
  if (command.children.length > 0) {
    sections.push(`Use "${path} <command> --help" for more information about a given command.`);
  }
  return `${sections.join('\n\n')}\n`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}

function commandList(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return commands.map((command) => `  ${command.name.padEnd(width)}   ${command.summary}`).join('\n');
}

/** Flags with their defaults and meaning. */
export function flagList(flags: FlagSpecs): string {
  return Object.entries(flags)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, spec]) => `    ${flagTitle(name, spec)}:\n\t${spec.usage}`)
    .join('\n\n');
}

function flagTitle(name: string, spec: FlagSpec<unknown>): string {
  const shorthand = spec.shorthand === undefined ? '' : `-${spec.shorthand}, `;
  return `${shorthand}--${name}=${formatDefault(spec.default)}`;
}

function formatDefault(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return Array.isArray(value) ? `[${value.join(',')}]` : String(value);
}
