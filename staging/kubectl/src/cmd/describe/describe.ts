import { boolFlag, Builder, type Info } from '@kubescript/cli-runtime';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { allNamespacesFlag, filenameFlags, selectorFlag } from '../../util/common-flags.ts';
import { describerOf } from './describers.ts';
import { eventsOf, writeEvents } from './events.ts';
import { DescribeWriter } from './writer.ts';

/** Prints what is known of objects, for people. */
export const describeCommand = defineCommand({
  name: 'describe',
  summary: 'Show details of a specific resource or group of resources.',
  usage: '(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)',
  examples: 'kubectl describe nodes web\nkubectl describe pods/nginx',
  flags: {
    ...filenameFlags,
    ...selectorFlag,
    ...allNamespacesFlag,
    'show-events': boolFlag('If true, display events related to the described object.', { default: true }),
  },
  complete: ({ values, args }) => ({
    selection: {
      args,
      filenames: values.filename,
      recursive: values.recursive,
      labelSelector: values.selector,
      allNamespaces: values['all-namespaces'],
      selectAll: true,
    },
    showEvents: values['show-events'],
  }),
  async run({ selection, showEvents }, context) {
    const infos = await new Builder(context.access, context.streams).resolve(selection);
    if (infos.length === 0) {
      const namespace = await context.access.namespace();
      context.streams.err.write(`No resources found${selection.allNamespaces ? '' : ` in ${namespace} namespace.`}\n`);
      return 0;
    }
    for (const [i, info] of infos.entries()) {
      if (i > 0) context.streams.out.write('\n\n');
      context.streams.out.write(await describeOne(info, showEvents, context));
    }
    return 0;
  },
});

async function describeOne(info: Info, showEvents: boolean, context: CommandContext): Promise<string> {
  const writer = new DescribeWriter();
  const { describe, withoutEvents } = describerOf(info.resource.kind);
  await describe(writer, info, context);
  if (showEvents && withoutEvents !== true) writeEvents(writer, await eventsOf(info, context), context.clock.now());
  return writer.toString();
}
