import { isQualifiedName, isValidLabelValue, jsonEqual } from '@kubescript/apimachinery';
import { boolFlag, Builder, formatLabels, type Info, patchObject, textFlag, UsageError } from '@kubescript/cli-runtime';

import { type Command, type CommandContext, defineCommand } from '../../command/command.ts';
import {
  allNamespacesFlag,
  type DryRun,
  dryRunFlag,
  filenameFlags,
  outputFlags,
  selectorFlag,
} from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { printResult, type ResultOptions, resultOptions, writeQuery } from '../../util/print-result.ts';

interface MapChange {
  readonly set: Readonly<Record<string, string>>;
  readonly remove: readonly string[];
}

interface Options {
  readonly selection: Parameters<Builder['resolve']>[0];
  readonly change: MapChange;
  readonly overwrite: boolean;
  readonly list: boolean;
  readonly resourceVersion: string;
  readonly dryRun: DryRun;
  readonly result: ResultOptions;
}

interface MapKind {
  readonly name: 'label' | 'annotate';
  readonly member: 'labels' | 'annotations';
  readonly noun: 'label' | 'annotation';
  readonly changed: string;
  readonly removed: string;
  check(key: string, value: string): readonly string[];
}

/** `kubectl label` and `kubectl annotate`, which differ in the map that they change. */
export function defineMapCommand(kind: MapKind): Command {
  return defineCommand({
    name: kind.name,
    summary: `Update the ${kind.noun}s on a resource.`,
    usage: '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
    examples: `kubectl ${kind.name} pods web unhealthy=true\nkubectl ${kind.name} pods web unhealthy-`,
    flags: {
      ...filenameFlags,
      ...selectorFlag,
      ...allNamespacesFlag,
      ...outputFlags,
      ...dryRunFlag,
      'field-selector': textFlag('Selector (field query) to filter on'),
      all: boolFlag('Select all resources in the namespace of the specified resource types'),
      overwrite: boolFlag(`If true, allow ${kind.noun}s to be overwritten`),
      list: boolFlag(`If true, display the ${kind.noun}s for a given resource.`),
      'resource-version': textFlag('Only succeed if the object is of this version'),
    },
    async complete({ values, args }): Promise<Options> {
      const { objects, changes } = splitArguments(args);
      return {
        selection: {
          args: objects,
          filenames: values.filename,
          recursive: values.recursive,
          labelSelector: values.selector,
          fieldSelector: values['field-selector'],
          allNamespaces: values['all-namespaces'],
          selectAll: values.all,
        },
        change: parseChanges(changes, kind),
        overwrite: values.overwrite,
        list: values.list,
        resourceVersion: values['resource-version'],
        dryRun: values['dry-run'],
        result: await resultOptions(values),
      };
    },
    validate({ change, list }) {
      const isEmpty = Object.keys(change.set).length === 0 && change.remove.length === 0;
      return isEmpty && !list ? [`at least one ${kind.noun} update is required`] : [];
    },
    async run(options, context) {
      const infos = await new Builder(context.access, context.streams).resolve(options.selection);
      await forEach(infos, (info) => changeOne(info, options, kind, context));
      return 0;
    },
  });
}

/** The first `key=value` or `key-` ends the names of objects. */
function splitArguments(args: readonly string[]): {
  readonly objects: readonly string[];
  readonly changes: readonly string[];
} {
  const first = args.findIndex((arg, i) => i > 0 && (arg.includes('=') || arg.endsWith('-')));
  return first < 0 ? { objects: args, changes: [] } : { objects: args.slice(0, first), changes: args.slice(first) };
}

function parseChanges(texts: readonly string[], kind: MapKind): MapChange {
  const set: Record<string, string> = {};
  const remove: string[] = [];
  for (const text of texts) {
    const equals = text.indexOf('=');
    if (equals > 0) {
      const [key, value] = [text.slice(0, equals), text.slice(equals + 1)];
      const problems = kind.check(key, value);
      if (problems.length > 0) throw new UsageError(`invalid ${kind.noun} value: "${text}": ${problems.join(';')}`);
      set[key] = value;
    } else if (text.endsWith('-') && equals < 0) remove.push(text.slice(0, -1));
    else throw new UsageError(`unknown ${kind.noun} spec: ${text}`);
  }
  const both = remove.find((key) => Object.hasOwn(set, key));
  if (both !== undefined) throw new UsageError(`cannot modify and remove the same ${kind.noun}: ${both}`);
  return { set, remove };
}

async function changeOne(info: Info, options: Options, kind: MapKind, context: CommandContext): Promise<void> {
  const current = info.object?.metadata[kind.member] ?? {};
  if (options.list) {
    for (const pair of formatLabels(current).split(',')) context.streams.out.write(`${pair}\n`);
    return;
  }
  refuseOverwrite(info, current, options, kind);
  const next = Object.fromEntries(
    Object.entries({ ...current, ...options.change.set }).filter(([key]) => !options.change.remove.includes(key)),
  );
  for (const key of options.change.remove.filter((name) => !Object.hasOwn(current, name))) {
    context.streams.out.write(`${kind.noun} "${key}" not found.\n`);
  }
  const object =
    options.dryRun === 'client' || jsonEqual(current, next) ? info.object : await send(info, options, kind, context);
  printResult(context, options.result, { ...info, object }, outcomeOf(current, next, options.change, kind));
}

function refuseOverwrite(info: Info, current: Readonly<Record<string, string>>, options: Options, kind: MapKind): void {
  if (options.overwrite) return;
  const clash = Object.entries(options.change.set).find(
    ([key, value]) => Object.hasOwn(current, key) && current[key] !== value,
  );
  if (clash === undefined) return;
  const [key] = clash;
  throw new Error(
    kind.noun === 'label'
      ? `'${key}' already has a value (${current[key] ?? ''}), and --overwrite is false`
      : `--overwrite is false but found the following declared annotation(s): '${key}' already has a value (${current[key] ?? ''})`,
  );
}

function send(
  info: Info,
  options: Options,
  kind: MapKind,
  context: CommandContext,
): Promise<NonNullable<Info['object']>> {
  const members: Record<string, string | null> = { ...options.change.set };
  for (const key of options.change.remove) members[key] = null;
  const version = options.resourceVersion === '' ? {} : { resourceVersion: options.resourceVersion };
  return context.access.transport().then((transport) =>
    patchObject(transport, info, {
      type: 'application/merge-patch+json',
      body: { metadata: { ...version, [kind.member]: members } },
      query: writeQuery({ dryRun: options.dryRun, fieldManager: `kubectl-${kind.name}` }),
    }),
  );
}

function outcomeOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  change: MapChange,
  kind: MapKind,
): string {
  if (kind.name === 'annotate') return kind.changed;
  if (jsonEqual(before, after)) return `not ${kind.changed}`;
  return change.remove.length > 0 && Object.keys(change.set).length === 0 ? kind.removed : kind.changed;
}

/** Changes labels. */
export const labelCommand = defineMapCommand({
  name: 'label',
  member: 'labels',
  noun: 'label',
  changed: 'labeled',
  removed: 'unlabeled',
  check: (key, value) => [...isQualifiedName(key), ...isValidLabelValue(value)],
});
