import {
  formatInfoName,
  formatStructured,
  type Info,
  type OutputFormat,
  parseOutputFormat,
  withoutManagedFields,
} from '@kubescript/cli-runtime';

import type { CommandContext } from '../command/command.ts';
import type { DryRun } from './common-flags.ts';

/** What of the flags says how the outcome of a write is printed. */
export interface ResultOptions {
  readonly format: OutputFormat | undefined;
  readonly dryRun: DryRun;
  readonly showManagedFields: boolean;
  /** Templates may name fields that the object lacks. */
  readonly allowMissing: boolean;
}

/** Reads the options from the values of outputFlags and dryRunFlag. */
export async function resultOptions(values: {
  readonly output: string;
  readonly 'dry-run'?: DryRun;
  readonly 'show-managed-fields': boolean;
  readonly 'allow-missing-template-keys': boolean;
}): Promise<ResultOptions> {
  return {
    format: await parseOutputFormat(values.output),
    dryRun: values['dry-run'] ?? 'none',
    showManagedFields: values['show-managed-fields'],
    allowMissing: values['allow-missing-template-keys'],
  };
}

/** Prints `deployment.apps/web created`, or the object in the format that was asked for. */
export function printResult(
  { streams }: Pick<CommandContext, 'streams'>,
  options: ResultOptions,
  info: Info,
  operation: string,
): void {
  const { format } = options;
  if (format === undefined) {
    const note = { none: '', client: ' (dry run)', server: ' (server dry run)' }[options.dryRun];
    streams.out.write(`${formatInfoName(info)} ${operation}${note}\n`);
  } else if (format.kind === 'name') {
    streams.out.write(`${formatInfoName(info)}\n`);
  } else {
    const object = options.showManagedFields ? info.object : withoutManagedFields(info.object);
    if (format.kind === 'yaml') separateDocuments(streams);
    streams.out.write(formatStructured(format, object, { noHeaders: false, allowMissing: options.allowMissing }));
  }
}

const started = new WeakSet();

/** Every YAML document after the first of a stream starts with a line of dashes. */
function separateDocuments(streams: CommandContext['streams']): void {
  if (started.has(streams)) streams.out.write('---\n');
  started.add(streams);
}

/** The query of a write. */
export function writeQuery(options: {
  readonly dryRun: DryRun;
  readonly fieldManager: string;
}): Readonly<Record<string, string | undefined>> {
  return { fieldManager: options.fieldManager, dryRun: options.dryRun === 'server' ? 'All' : undefined };
}
