import { isNotFound } from '@kubescript/apimachinery';
import {
  alignColumns,
  isTable,
  requestResource,
  resourceTitle,
  type ServerTable,
  tableAccept,
  type TableOptions,
  type TableRow,
  tableRows,
} from '@kubescript/cli-runtime';
import { type DynamicObject, evaluatePath, parseRelaxedPath } from '@kubescript/client';
import { humanDuration, parseTime } from '@kubescript/apimachinery';

import type { CommandContext } from '../../command/command.ts';
import type { GetOptions } from './get.ts';
import { type GetTarget, getTargets, targetQuery } from './targets.ts';
import { watchTable } from './watch.ts';

interface Block {
  readonly target: GetTarget;
  readonly table: ServerTable;
}

/** Prints tables, one for each run of targets of one type. */
export async function getTables(options: GetOptions, context: CommandContext): Promise<number> {
  const targets = await getTargets(options, context);
  const [first] = targets;
  if (first === undefined) return 0;
  if (options.watch) {
    const sameType = targets.every((target) => target.resource === first.resource);
    if (!sameType || targets.length > 1) throw new Error('you may only specify a single resource type');
    return watchTable(options, first, context);
  }
  const { blocks, problems } = await readBlocks(options, targets, context);
  printBlocks(options, blocks, problems, context);
  if (problems.length > 0) throw new AggregateError(problems);
  return 0;
}

async function readBlocks(
  options: GetOptions,
  targets: readonly GetTarget[],
  context: CommandContext,
): Promise<{ readonly blocks: Block[]; readonly problems: Error[] }> {
  const blocks: Block[] = [];
  const problems: Error[] = [];
  for (const target of targets) {
    try {
      blocks.push({ target, table: await readTable(options, target, context) });
    } catch (err) {
      if (!(err instanceof Error)) throw err;
      if (!(options.ignoreNotFound && isNotFound(err))) problems.push(err);
    }
  }
  return { blocks, problems };
}

/** The table of a target, all its pages together. */
export async function readTable(options: GetOptions, target: GetTarget, context: CommandContext): Promise<ServerTable> {
  const transport = await context.access.transport();
  const rows: TableRow[] = [];
  let page: ServerTable | undefined;
  do {
    const token: string | undefined = page?.metadata.continue;
    const response = await requestResource(transport, {
      verb: target.name === '' ? 'list' : 'get',
      method: 'GET',
      resource: target.resource,
      namespace: target.namespace,
      name: target.name,
      subresource: options.subresource,
      headers: { accept: tableAccept },
      query: {
        ...targetQuery(options, target),
        continue: token,
        includeObject: options.sortBy === '' ? undefined : 'Object',
      },
      signal: context.signal,
    });
    page = asTable(await response.json(), context);
    rows.push(...page.rows);
  } while ((page.metadata.continue ?? '') !== '');
  return { ...page, rows: sortRows(rows, options.sortBy) };
}

/** A table of names and ages for servers that make none. */
function asTable(answer: unknown, context: CommandContext): ServerTable {
  if (isTable(answer)) return answer;
  const object = answer as DynamicObject & { readonly items?: readonly DynamicObject[] };
  const items = object.items ?? [object];
  return {
    kind: 'Table',
    metadata: object.items === undefined ? {} : object.metadata,
    columnDefinitions: [{ name: 'Name' }, { name: 'Age' }],
    rows: items.map((item) => ({ cells: [item.metadata.name ?? '', ageOf(item, context)], object: item })),
  };
}

function ageOf(object: DynamicObject, { clock }: CommandContext): string {
  const { creationTimestamp } = object.metadata;
  return creationTimestamp === undefined ? '<unknown>' : humanDuration(clock.now() - parseTime(creationTimestamp));
}

function sortRows(rows: readonly TableRow[], path: string): readonly TableRow[] {
  if (path === '') return rows;
  const steps = parseRelaxedPath(path);
  const keyOf = (row: TableRow): unknown => evaluatePath(steps, row.object, { allowMissing: true })[0];
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ row }) => row);
}

/** Orders values for `--sort-by`: missing ones first, numbers as numbers, text naturally. */
export function compareKeys(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function printBlocks(
  options: GetOptions,
  blocks: readonly Block[],
  problems: readonly Error[],
  context: CommandContext,
): void {
  const types = new Set(blocks.map(({ target }) => target.resource));
  const withKind = options.showKind || types.size > 1;
  const merged = mergeSameTypes(blocks).filter(({ table }) => table.rows.length > 0);
  merged.forEach(({ target, table }, i) => {
    if (i > 0) context.streams.out.write('\n');
    context.streams.out.write(alignColumns(tableRows(table, tableOptions(options, target, withKind))));
  });
  if (merged.length === 0 && problems.length === 0 && !options.ignoreNotFound) {
    context.streams.err.write(`${nothingFound(options, blocks[0]?.target)}\n`);
  }
}

/** What is said on standard error when a list is empty. */
export function nothingFound(options: GetOptions, target: GetTarget | undefined): string {
  if (options.allNamespaces || target === undefined || target.namespace === '') return 'No resources found';
  return `No resources found in ${target.namespace} namespace.`;
}

/** How the table of a target is printed. */
export function tableOptions(options: GetOptions, target: GetTarget, withKind: boolean): TableOptions {
  return {
    wide: options.wide,
    noHeaders: options.noHeaders,
    withNamespace: options.allNamespaces && target.resource.namespaced,
    showLabels: options.showLabels,
    labelColumns: options.labelColumns,
    namePrefix: withKind ? `${resourceTitle(target.resource)}/` : '',
  };
}

/** Objects of one type that were asked for one after the other share a table. */
function mergeSameTypes(blocks: readonly Block[]): Block[] {
  const merged: Block[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (last?.target.resource === block.target.resource) {
      merged[merged.length - 1] = {
        ...last,
        table: { ...last.table, rows: [...last.table.rows, ...block.table.rows] },
      };
    } else merged.push(block);
  }
  return merged;
}
