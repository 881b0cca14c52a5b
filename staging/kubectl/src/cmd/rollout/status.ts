import { boolFlag, Builder, durationFlag, type Info, intFlag } from '@kubescript/cli-runtime';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { watchUntil, WaitTimeoutError } from '../../polymorphic/wait-for.ts';
import { filenameFlags, selectorFlag } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { progressOf } from './progress.ts';
import { revisionOf } from './revisions.ts';

/** Follows a rollout to its end. */
export const rolloutStatus = defineCommand({
  name: 'status',
  summary: 'Show the status of the rollout.',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  examples: 'kubectl rollout status deployment/web',
  flags: {
    ...filenameFlags,
    ...selectorFlag,
    watch: boolFlag("Watch the status of the rollout until it's done.", { shorthand: 'w', default: true }),
    revision: intFlag('Pin to a specific revision for showing its status.'),
    timeout: durationFlag('How long to wait before ending watch, zero means never'),
  },
  complete: ({ values, args }) => ({
    selection: { args, filenames: values.filename, recursive: values.recursive, labelSelector: values.selector },
    watch: values.watch,
    revision: values.revision,
    timeoutMs: values.timeout === 0 ? -1 : values.timeout,
  }),
  validate: ({ revision }) => (revision < 0 ? [`revision must be a positive integer: ${String(revision)}`] : []),
  async run({ selection, watch, revision, timeoutMs }, context) {
    const infos = await new Builder(context.access, context.streams).resolve(selection);
    await forEach(infos, (info) => followOne(info, { watch, revision, timeoutMs }, context));
    return 0;
  },
});

interface FollowOptions {
  readonly watch: boolean;
  readonly revision: number;
  readonly timeoutMs: number;
}

async function followOne(info: Info, options: FollowOptions, context: CommandContext): Promise<void> {
  let last = '';
  const show = (message: string): void => {
    if (message !== last) context.streams.out.write(message);
    last = message;
  };
  try {
    await watchUntil(
      await context.access.transport(),
      info,
      (object) => {
        if (object === undefined) throw new Error('object has been deleted');
        const progress = progressOf({ ...object, kind: info.resource.kind });
        const revision = revisionOf(object);
        if (options.revision > 0 && revision > 0 && revision !== options.revision) {
          throw new Error(
            `desired revision (${String(options.revision)}) is different from the running revision (${String(revision)})`,
          );
        }
        show(progress.message);
        return progress.done || !options.watch;
      },
      { timeoutMs: options.timeoutMs, signal: context.signal },
    );
  } catch (err) {
    if (err instanceof WaitTimeoutError) throw new Error('timed out waiting for the condition');
    throw err;
  }
}
