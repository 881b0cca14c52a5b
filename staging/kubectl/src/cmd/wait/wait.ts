import { isNotFound } from '@kubescript/apimachinery';
import {
  boolFlag,
  Builder,
  durationFlag,
  formatInfoName,
  type Info,
  repeatedFlag,
  textFlag,
  UsageError,
} from '@kubescript/cli-runtime';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { watchUntil, WaitTimeoutError } from '../../polymorphic/wait-for.ts';
import { allNamespacesFlag, filenameFlags, selectorFlag } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { parseCondition, type WaitCondition } from './conditions.ts';

/** Waits until objects are as they should be. */
export const waitCommand = defineCommand({
  name: 'wait',
  summary: 'Wait for a specific condition on one or many resources.',
  usage:
    '([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath=...]',
  examples: 'kubectl wait --for=condition=Ready pod/web\nkubectl wait --for=delete pod/web --timeout=60s',
  flags: {
    ...filenameFlags,
    ...selectorFlag,
    ...allNamespacesFlag,
    'field-selector': textFlag('Selector (field query) to filter on'),
    all: boolFlag('Select all resources in the namespace of the specified resource types'),
    for: repeatedFlag('create, delete, condition=NAME[=VALUE] or jsonpath={PATH}[=VALUE]'),
    timeout: durationFlag('How long to wait; zero means check once, negative means a week', { default: 30_000 }),
  },
  complete({ values, args }) {
    const [text] = values.for;
    if (text === undefined) throw new UsageError('required flag(s) "for" not set');
    return {
      selection: {
        args,
        filenames: values.filename,
        recursive: values.recursive,
        labelSelector: values.selector,
        fieldSelector: values['field-selector'],
        allNamespaces: values['all-namespaces'],
        selectAll: values.all,
      },
      condition: parseCondition(text),
      timeoutMs: values.timeout < 0 ? 7 * 24 * 3_600_000 : values.timeout,
    };
  },
  async run({ selection, condition, timeoutMs }, context) {
    const infos = await locate(selection, condition, context);
    if (infos.length === 0) {
      if (condition.whenGone) return 0;
      throw new Error('no matching resources found');
    }
    const deadline = context.clock.now() + timeoutMs;
    await forEach(infos, (info) =>
      waitForOne(info, condition, timeoutMs === 0 ? 0 : Math.max(deadline - context.clock.now(), 1), context),
    );
    return 0;
  },
});

async function locate(
  selection: Parameters<Builder['locate']>[0],
  condition: WaitCondition,
  context: CommandContext,
): Promise<Info[]> {
  const builder = new Builder(context.access, context.streams);
  if (condition.whenGone || condition.whenAbsent) return builder.locate(selection);
  return builder.resolve(selection);
}

async function waitForOne(
  info: Info,
  condition: WaitCondition,
  timeoutMs: number,
  context: CommandContext,
): Promise<void> {
  try {
    await watchUntil(
      await context.access.transport(),
      info,
      (object) => (object === undefined ? condition.whenGone : condition.holds(object)),
      { timeoutMs, signal: context.signal },
    );
  } catch (err) {
    if (err instanceof WaitTimeoutError)
      throw new Error(`timed out waiting for the condition on ${info.resource.resource}/${info.name}`);
    if (!isNotFound(err)) throw err;
  }
  context.streams.out.write(`${formatInfoName(info)} ${condition.done}\n`);
}
