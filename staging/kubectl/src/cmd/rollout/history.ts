import { alignColumns, Builder, formatInfoName, intFlag } from '@kubescript/cli-runtime';

import { defineCommand } from '../../command/command.ts';
import { describePodTemplate } from '../describe/pod-template.ts';
import { filenameFlags, selectorFlag } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { revisionsOf } from './revisions.ts';

/** Lists the revisions of a workload, or shows one. */
export const rolloutHistory = defineCommand({
  name: 'history',
  summary: 'View rollout history.',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  examples: 'kubectl rollout history deployment/web --revision=3',
  flags: {
    ...filenameFlags,
    ...selectorFlag,
    revision: intFlag('See the details, including podTemplate of the revision specified'),
  },
  complete: ({ values, args }) => ({
    selection: { args, filenames: values.filename, recursive: values.recursive, labelSelector: values.selector },
    revision: values.revision,
  }),
  validate: ({ revision }) => (revision < 0 ? [`revision must be a positive integer: ${String(revision)}`] : []),
  async run({ selection, revision }, context) {
    const infos = await new Builder(context.access, context.streams).resolve(selection);
    await forEach(infos, async (info) => {
      const revisions = await revisionsOf(info, context);
      const title = formatInfoName(info);
      if (revision === 0) {
        const rows = revisions.map(({ number, changeCause }) => [
          String(number),
          changeCause === '' ? '<none>' : changeCause,
        ]);
        const table = alignColumns([['REVISION', 'CHANGE-CAUSE'], ...rows], { padding: 2, minWidth: 6 });
        context.streams.out.write(`${title} \n${table}\n`);
        return;
      }
      const found = revisions.find(({ number }) => number === revision);
      if (found?.template === undefined) throw new Error(`unable to find the specified revision`);
      context.streams.out.write(
        `${title} with revision #${String(revision)}\n${describePodTemplate(found.template)}\n`,
      );
    });
    return 0;
  },
});
