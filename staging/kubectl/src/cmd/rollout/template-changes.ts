import { formatTime, type JsonObject } from '@kubescript/apimachinery';
import { Builder, type Info, patchObject } from '@kubescript/cli-runtime';

import { type Command, type CommandContext, defineCommand } from '../../command/command.ts';
import { filenameFlags, outputFlags, selectorFlag } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { printResult, resultOptions, writeQuery } from '../../util/print-result.ts';

interface Change {
  readonly name: string;
  readonly summary: string;
  /** The merge patch, and what is said when it was applied. Throws if the object is in that state already. */
  readonly change: (info: Info, context: CommandContext) => { readonly patch: JsonObject; readonly outcome: string };
}

function defineChange({ name, summary, change }: Change): Command {
  return defineCommand({
    name,
    summary,
    usage: 'RESOURCE',
    examples: `kubectl rollout ${name} deployment/web`,
    flags: { ...filenameFlags, ...selectorFlag, ...outputFlags },
    complete: async ({ values, args }) => ({
      selection: { args, filenames: values.filename, recursive: values.recursive, labelSelector: values.selector },
      result: await resultOptions(values),
    }),
    async run({ selection, result }, context) {
      const infos = await new Builder(context.access, context.streams).resolve(selection);
      await forEach(infos, async (info) => {
        const { patch, outcome } = change(info, context);
        const object = await patchObject(await context.access.transport(), info, {
          type: 'application/strategic-merge-patch+json',
          body: patch,
          query: writeQuery({ dryRun: 'none', fieldManager: 'kubectl-rollout' }),
        });
        printResult(context, result, { ...info, object }, outcome);
      });
      return 0;
    },
  });
}

function isPaused(info: Info): boolean {
  return (info.object as { readonly spec?: { readonly paused?: boolean } } | undefined)?.spec?.paused === true;
}

function requireDeployment(info: Info, verb: string): void {
  if (info.resource.kind !== 'Deployment')
    throw new Error(`${info.resource.resource} "${info.name}" ${verb} is not supported`);
}

const restartable: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet', 'StatefulSet']);

/** Starts all pods anew, as the rollout strategy says. */
export const rolloutRestart = defineChange({
  name: 'restart',
  summary: 'Restart a resource.',
  change(info, { clock }) {
    if (!restartable.has(info.resource.kind))
      throw new Error(`restarting is not supported for ${info.resource.resource}`);
    if (info.resource.kind === 'Deployment' && isPaused(info)) {
      throw new Error("can't restart paused deployment (run rollout resume first)");
    }
    const annotations = { 'kubectl.kubernetes.io/restartedAt': formatTime(clock.now()) };
    return { patch: { spec: { template: { metadata: { annotations } } } }, outcome: 'restarted' };
  },
});

/** Stops the Deployment from rolling out changes. */
export const rolloutPause = defineChange({
  name: 'pause',
  summary: 'Mark the provided resource as paused.',
  change(info) {
    requireDeployment(info, 'pausing');
    if (isPaused(info))
      throw new Error(`${info.resource.resource}.${info.resource.group} "${info.name}" is already paused`);
    return { patch: { spec: { paused: true } }, outcome: 'paused' };
  },
});

/** Lets a paused Deployment roll out changes again. */
export const rolloutResume = defineChange({
  name: 'resume',
  summary: 'Resume a paused resource.',
  change(info) {
    requireDeployment(info, 'resuming');
    if (!isPaused(info))
      throw new Error(`${info.resource.resource}.${info.resource.group} "${info.name}" is not paused`);
    return { patch: { spec: { paused: null } }, outcome: 'resumed' };
  },
});
