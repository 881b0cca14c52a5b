import type { Deployment } from '@kubescript/api/apps/v1';
import { jsonEqual } from '@kubescript/apimachinery';
import { Builder, type Info, intFlag, patchObject } from '@kubescript/cli-runtime';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { type DryRun, dryRunFlag, filenameFlags, outputFlags, selectorFlag } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { printResult, resultOptions, writeQuery } from '../../util/print-result.ts';
import { type Revision, revisionsOf } from './revisions.ts';

/** Goes back to an earlier revision. */
export const rolloutUndo = defineCommand({
  name: 'undo',
  summary: 'Roll back to a previous rollout.',
  usage: '(TYPE NAME | TYPE/NAME) [flags]',
  examples: 'kubectl rollout undo deployment/web --to-revision=3',
  flags: {
    ...filenameFlags,
    ...selectorFlag,
    ...outputFlags,
    ...dryRunFlag,
    'to-revision': intFlag('The revision to rollback to. Default to 0 (last revision).'),
  },
  async complete({ values, args }) {
    return {
      selection: { args, filenames: values.filename, recursive: values.recursive, labelSelector: values.selector },
      toRevision: values['to-revision'],
      dryRun: values['dry-run'],
      result: await resultOptions(values),
    };
  },
  async run({ selection, toRevision, dryRun, result }, context) {
    const infos = await new Builder(context.access, context.streams).resolve(selection);
    await forEach(infos, async (info) => {
      const outcome = await undoOne(info, toRevision, dryRun, context);
      printResult(context, result, info, outcome);
    });
    return 0;
  },
});

async function undoOne(info: Info, toRevision: number, dryRun: DryRun, context: CommandContext): Promise<string> {
  if ((info.object as unknown as Deployment).spec.paused === true) {
    throw new Error(
      `you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume ${info.resource.resource}/${info.name}' and try again`,
    );
  }
  const target = chooseRevision(await revisionsOf(info, context), toRevision);
  if (target.template !== undefined && isCurrent(info, target)) {
    return `skipped rollback (current template already matches revision ${String(target.number)})`;
  }
  if (dryRun !== 'client') {
    await patchObject(await context.access.transport(), info, {
      ...restoringPatch(target),
      query: writeQuery({ dryRun, fieldManager: 'kubectl-rollout' }),
    });
  }
  return 'rolled back';
}

function chooseRevision(revisions: readonly Revision[], wanted: number): Revision {
  if (wanted > 0) {
    const found = revisions.find(({ number }) => number === wanted);
    if (found === undefined) throw new Error(`unable to find specified revision ${String(wanted)} in history`);
    return found;
  }
  const previous = revisions.at(-2);
  if (previous === undefined) throw new Error('no rollout history found');
  return previous;
}

interface Template {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
}

/** A template without the label that the Deployment controller adds. */
function withoutHash(template: Template | undefined): Template {
  const { 'pod-template-hash': _, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels } };
}

function isCurrent(info: Info, target: Revision): boolean {
  const spec = info.object?.['spec'] as { readonly template?: Template } | undefined;
  return jsonEqual(withoutHash(spec?.template), withoutHash(target.template));
}

function restoringPatch(target: Revision): { readonly type: string; readonly body: unknown } {
  if (target.patch !== undefined) return { type: 'application/strategic-merge-patch+json', body: target.patch };
  const value = withoutHash(target.template);
  return { type: 'application/json-patch+json', body: [{ op: 'replace', path: '/spec/template', value }] };
}
