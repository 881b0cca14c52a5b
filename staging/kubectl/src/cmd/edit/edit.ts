import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMergePatch, createTwoWayMergePatch, groupVersionKindOf, jsonEqual } from '@kubescript/apimachinery';
import { schemas } from '@kubescript/api/schemas';
import {
  Builder,
  formatYaml,
  type Info,
  parseObjects,
  patchObject,
  textFlag,
  withoutManagedFields,
} from '@kubescript/cli-runtime';
import type { DynamicObject } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { filenameFlags } from '../../util/common-flags.ts';
import { forEach } from '../../util/each.ts';
import { explainError } from '../../util/explain-error.ts';
import { printResult, writeQuery } from '../../util/print-result.ts';

/** Opens objects in an editor and sends what was changed. */
export const editCommand = defineCommand({
  name: 'edit',
  summary: 'Edit a resource from the default editor.',
  usage: '(RESOURCE/NAME | -f FILENAME)',
  examples: 'kubectl edit svc/docker-registry\nKUBE_EDITOR="nano" kubectl edit svc/docker-registry',
  flags: { ...filenameFlags, subresource: textFlag('Edit this subresource: status') },
  complete: ({ values, args }) => ({
    selection: { args, filenames: values.filename, recursive: values.recursive },
    subresource: values.subresource,
  }),
  async run({ selection, subresource }, context) {
    const infos = await new Builder(context.access, context.streams).resolve(selection);
    await forEach(infos, (info) => editOne(info, subresource, context));
    return 0;
  },
});

const preamble = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

async function editOne(info: Info, subresource: string, context: CommandContext): Promise<void> {
  if (info.object === undefined) return;
  const original = withoutManagedFields(info.object);
  const directory = await mkdtemp(join(tmpdir(), 'kubectl-edit-'));
  const path = join(directory, 'object.yaml');
  try {
    let text = preamble + formatYaml(original);
    for (let problem = ''; ;) {
      const shown = problem === '' ? text : withProblem(text, problem);
      await writeFile(path, shown, { mode: 0o600 });
      await runEditor(path, context);
      text = await readFile(path, 'utf8');
      if (text === shown || !hasContent(text)) {
        context.streams.err.write(
          problem === '' ? 'Edit cancelled, no changes made.\n' : 'Edit cancelled, no valid changes were saved.\n',
        );
        return;
      }
      try {
        await saveChanges(info, original, text, subresource, context);
        return;
      } catch (err) {
        problem = explainError(err).message;
        context.streams.err.write(`${problem}\n`);
      }
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function hasContent(text: string): boolean {
  return text.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#'));
}

function withProblem(text: string, problem: string): string {
  const body = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
  const lines = problem.split('\n').map((line) => `# ${line}\n`);
  return `${preamble}${lines.join('')}#\n${body}`;
}

async function saveChanges(
  info: Info,
  original: DynamicObject,
  text: string,
  subresource: string,
  context: CommandContext,
): Promise<void> {
  const [edited] = parseObjects(text, 'edited-file');
  if (edited === undefined || jsonEqual(edited.object, original)) {
    context.streams.err.write('Edit cancelled, no changes made.\n');
    return;
  }
  const object = await patchObject(await context.access.transport(), info, {
    ...patchBetween(original, edited.object as unknown as DynamicObject),
    query: writeQuery({ dryRun: 'none', fieldManager: 'kubectl-edit' }),
    ...(subresource === '' ? {} : { subresource }),
  });
  const result = { format: undefined, dryRun: 'none' as const, showManagedFields: false, allowMissing: true };
  printResult(context, result, { ...info, object }, 'edited');
}

function patchBetween(from: DynamicObject, to: DynamicObject): { readonly type: string; readonly body: unknown } {
  for (const member of ['apiVersion', 'kind'] as const) {
    if (from[member] !== to[member]) throw new Error('At least one of apiVersion, kind and name was changed');
  }
  if (from.metadata.name !== to.metadata.name) throw new Error('At least one of apiVersion, kind and name was changed');
  const schema = schemas.kind(groupVersionKindOf(from));
  if (schema === undefined) {
    const body = createMergePatch(from, to);
    return { type: 'application/merge-patch+json', body };
  }
  return { type: 'application/strategic-merge-patch+json', body: createTwoWayMergePatch(from, to, schema, schemas) };
}

async function runEditor(path: string, { access }: CommandContext): Promise<void> {
  const editor =
    [access.env['KUBE_EDITOR'], access.env['EDITOR'], 'vi'].find((name) => name !== undefined && name !== '') ?? 'vi';
  const child = spawn('/bin/sh', ['-c', `${editor} "$0"`, path], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`there was a problem with the editor "${editor}"`);
}
