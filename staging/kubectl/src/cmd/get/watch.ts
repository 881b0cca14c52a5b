import { type Status, StatusError } from '@kubescript/apimachinery';
import {
  alignColumns,
  isTable,
  requestResource,
  type ServerTable,
  tableAccept,
  tableRows,
} from '@kubescript/cli-runtime';

import type { CommandContext } from '../../command/command.ts';
import type { GetOptions } from './get.ts';
import { nothingFound, readTable, tableOptions } from './tables.ts';
import type { GetTarget } from './targets.ts';

interface TableEvent {
  readonly type: string;
  readonly object: ServerTable | Status;
}

/** Prints the table of a target, then a row for every change, until interrupted. */
export async function watchTable(options: GetOptions, target: GetTarget, context: CommandContext): Promise<number> {
  const table = await readTable(options, target, context);
  const printer = new RowPrinter(options, target, context);
  if (!options.watchOnly) {
    if (table.rows.length > 0) printer.print(table, 'ADDED');
    else if (target.name === '') context.streams.err.write(`${nothingFound(options, target)}\n`);
  }
  const response = await requestResource(await context.access.transport(), {
    verb: 'watch',
    method: 'GET',
    resource: target.resource,
    namespace: target.namespace,
    headers: { accept: tableAccept },
    query: {
      watch: 'true',
      labelSelector: options.labelSelector === '' ? undefined : options.labelSelector,
      fieldSelector: fieldSelectorOf(options, target),
      resourceVersion: resourceVersionOf(table),
    },
    signal: context.signal,
  });
  try {
    for await (const event of response.values()) printEvent(event as TableEvent, printer);
  } catch (err) {
    if (!context.signal.aborted) throw err;
  }
  return 0;
}

function fieldSelectorOf(options: GetOptions, target: GetTarget): string | undefined {
  const terms = [options.fieldSelector, target.name === '' ? '' : `metadata.name=${target.name}`];
  const text = terms.filter((term) => term !== '').join(',');
  return text === '' ? undefined : text;
}

function resourceVersionOf(table: ServerTable): string | undefined {
  return table.metadata.resourceVersion ?? table.rows[0]?.object?.metadata.resourceVersion;
}

function printEvent(event: TableEvent, printer: RowPrinter): void {
  if (event.type === 'ERROR') throw new StatusError(event.object as Status);
  if (event.type !== 'BOOKMARK' && isTable(event.object)) printer.print(event.object, event.type);
}

/** Prints rows as they come, in columns that only grow. */
class RowPrinter {
  readonly #options: GetOptions;
  readonly #target: GetTarget;
  readonly #context: CommandContext;
  readonly #widths: number[] = [];
  #columns: ServerTable['columnDefinitions'] = [];
  #headerDone = false;

  constructor(options: GetOptions, target: GetTarget, context: CommandContext) {
    this.#options = options;
    this.#target = target;
    this.#context = context;
  }

  print(table: ServerTable, type: string): void {
    if (table.columnDefinitions.length > 0) this.#columns = table.columnDefinitions;
    const options = tableOptions(this.#options, this.#target, this.#options.showKind);
    const withHeader = !this.#headerDone && !options.noHeaders;
    const rows = tableRows({ ...table, columnDefinitions: this.#columns }, { ...options, noHeaders: !withHeader });
    const events = rows.map((row, i) => [withHeader && i === 0 ? 'EVENT' : type, ...row]);
    this.#headerDone = true;
    this.#context.streams.out.write(
      alignColumns(this.#options.outputWatchEvents ? events : rows, { widths: this.#widths }),
    );
  }
}
