import { isNotFound } from '@kubescript/apimachinery';
import {
  boolFlag,
  Builder,
  durationFlag,
  formatInfoName,
  getObject,
  type Info,
  intFlag,
  requestResource,
  resourceTitle,
  textFlag,
} from '@kubescript/cli-runtime';
import type { DynamicObject } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { allNamespacesFlag, type DryRun, dryRunFlag, filenameFlags, selectorFlag } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { ExitError } from '../../util/explain-error.ts';

interface DeleteOptions {
  readonly args: readonly string[];
  readonly filenames: readonly string[];
  readonly recursive: boolean;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly allNamespaces: boolean;
  readonly selectAll: boolean;
  readonly ignoreNotFound: boolean;
  readonly gracePeriod: number;
  readonly force: boolean;
  readonly cascade: string;
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly dryRun: DryRun;
  readonly nameOnly: boolean;
}

const policies: Readonly<Record<string, string>> = {
  background: 'Background',
  true: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
  false: 'Orphan',
};

/** Deletes objects, and waits until they are gone. */
export const deleteCommand = defineCommand({
  name: 'delete',
  summary: 'Delete resources by file names, stdin, resources and names, or by resources and label selector.',
  usage: '([-f FILENAME] | TYPE [(NAME | -l label | --all)])',
  examples: 'kubectl delete pod web\nkubectl delete -f deployment.yaml\nkubectl delete pods --all',
  flags: {
    ...filenameFlags,
    ...selectorFlag,
    ...allNamespacesFlag,
    ...dryRunFlag,
    'field-selector': textFlag('Selector (field query) to filter on'),
    all: boolFlag('Delete all resources, in the namespace of the specified resource types'),
    'ignore-not-found': boolFlag('Treat "resource not found" as a successful delete'),
    'grace-period': intFlag('Seconds given to the resource to terminate gracefully', { default: -1 }),
    now: boolFlag('If true, resources are signaled for immediate shutdown (same as --grace-period=1)'),
    force: boolFlag('If true, immediately remove resources from API and bypass graceful deletion'),
    cascade: textFlag('background, orphan, or foreground', { default: 'background', withoutValue: 'background' }),
    wait: boolFlag('If true, wait for resources to be gone before returning', { default: true }),
    timeout: durationFlag('The length of time to wait before giving up, zero means no limit'),
    output: textFlag('Output mode: name', { shorthand: 'o' }),
  },
  complete({ values, args, changed }): DeleteOptions {
    const requested = values.now ? 1 : values['grace-period'];
    return {
      args,
      filenames: values.filename,
      recursive: values.recursive,
      labelSelector: values.selector,
      fieldSelector: values['field-selector'],
      allNamespaces: values['all-namespaces'],
      selectAll: values.all,
      ignoreNotFound: changed.has('ignore-not-found')
        ? values['ignore-not-found']
        : values.all || values.selector !== '',
      gracePeriod: values.force && requested < 0 ? 0 : requested,
      force: values.force,
      cascade: values.cascade,
      wait: changed.has('wait') ? values.wait : !(values.force && requested < 0),
      timeoutMs: values.timeout,
      dryRun: values['dry-run'],
      nameOnly: values.output === 'name',
    };
  },
  validate(options) {
    if (options.args.length === 0 && options.filenames.length === 0) {
      return [
        "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'",
      ];
    }
    if (!Object.hasOwn(policies, options.cascade)) {
      return [`invalid cascade value (${options.cascade}). Must be "background", "foreground", or "orphan"`];
    }
    if (options.selectAll && options.labelSelector !== '')
      return ["setting 'all' parameter but found a non empty selector. "];
    return [];
  },
  async run(options, context) {
    if (options.force) {
      context.streams.err.write(
        'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n',
      );
    }
    const infos = await new Builder(context.access, context.streams).locate(options);
    if (infos.length === 0) context.streams.out.write('No resources found\n');
    const deleted: Info[] = [];
    await forEach(infos, async (info) => {
      if (await deleteOne(info, options, context)) deleted.push(info);
    });
    if (options.wait && options.dryRun === 'none') await waitUntilGone(deleted, options, context);
    return 0;
  },
});

/** Deletes one object and says so; false if it was not there and that is fine. */
async function deleteOne(info: Info, options: DeleteOptions, context: CommandContext): Promise<boolean> {
  try {
    if (options.dryRun === 'client') await getObject(await context.access.transport(), info);
    else await sendDelete(info, options, context);
  } catch (err) {
    if (options.ignoreNotFound && isNotFound(err)) return false;
    throw err;
  }
  context.streams.out.write(`${describeDeletion(info, options)}\n`);
  return true;
}

async function sendDelete(info: Info, options: DeleteOptions, { access, signal }: CommandContext): Promise<void> {
  const response = await requestResource(await access.transport(), {
    verb: 'delete',
    method: 'DELETE',
    resource: info.resource,
    namespace: info.namespace,
    name: info.name,
    query: options.dryRun === 'server' ? { dryRun: 'All' } : {},
    body: {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy: policies[options.cascade],
      ...(options.gracePeriod >= 0 ? { gracePeriodSeconds: options.gracePeriod } : {}),
    },
    signal,
  });
  await response.text();
}

function describeDeletion(info: Info, options: DeleteOptions): string {
  if (options.nameOnly) return formatInfoName(info);
  const verb = options.force ? 'force deleted' : 'deleted';
  const place = info.namespace === '' ? '' : ` from ${info.namespace} namespace`;
  const note = { none: '', client: ' (dry run)', server: ' (server dry run)' }[options.dryRun];
  return `${resourceTitle(info.resource)} "${info.name}" ${verb}${place}${note}`;
}

const pollMs = 250;
const defaultTimeoutMs = 7 * 24 * 3_600_000;

async function waitUntilGone(infos: readonly Info[], options: DeleteOptions, context: CommandContext): Promise<void> {
  const deadline = context.clock.now() + (options.timeoutMs > 0 ? options.timeoutMs : defaultTimeoutMs);
  const transport = await context.access.transport();
  for (const info of infos) {
    let uid: string | undefined;
    for (let pause = 20; ; pause = Math.min(pause * 2, pollMs)) {
      const current = await readOrGone(info, transport);
      uid ??= current?.metadata.uid;
      if (current === undefined || current.metadata.uid !== uid) break;
      if (context.clock.now() >= deadline) {
        throw new ExitError(1, `error: timed out waiting for the condition on ${info.resource.resource}/${info.name}`);
      }
      await context.clock.sleep(pause, context.signal);
    }
  }
}

async function readOrGone(info: Info, transport: Parameters<typeof getObject>[0]): Promise<DynamicObject | undefined> {
  try {
    return await getObject(transport, info);
  } catch (err) {
    if (isNotFound(err)) return undefined;
    throw err;
  }
}
