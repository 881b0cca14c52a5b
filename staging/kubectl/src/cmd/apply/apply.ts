import {
  createThreeWayJsonMergePatch,
  createThreeWayMergePatch,
  groupVersionKindOf,
  isNotFound,
  type JsonObject,
} from '@kubescript/apimachinery';
import { schemas } from '@kubescript/api/schemas';
import { boolFlag, Builder, getObject, type Info, patchObject, textFlag } from '@kubescript/cli-runtime';
import type { DynamicObject } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import {
  type DryRun,
  dryRunFlag,
  fieldManagerFlag,
  filenameFlags,
  outputFlags,
  selectorFlag,
} from '../../util/common-flags.ts';
import { createObject, fieldValidationOf } from '../../util/create-object.ts';
import { forEach } from '../../util/each.ts';
import { retryOnConflict } from '../../util/generated-command.ts';
import { lastApplied, lastAppliedAnnotation, withLastApplied } from '../../util/last-applied.ts';
import { printResult, type ResultOptions, resultOptions, writeQuery } from '../../util/print-result.ts';

interface ApplyOptions {
  readonly filenames: readonly string[];
  readonly recursive: boolean;
  readonly labelSelector: string;
  readonly serverSide: boolean;
  readonly forceConflicts: boolean;
  readonly dryRun: DryRun;
  readonly fieldManager: string;
  readonly validate: string;
  readonly result: ResultOptions;
}

/** Brings objects to what files say, keeping what others set. */
export const applyCommand = defineCommand({
  name: 'apply',
  summary: 'Apply a configuration to a resource by file name or stdin.',
  usage: '-f FILENAME [flags]',
  examples: 'kubectl apply -f deployment.yaml\ncat pod.json | kubectl apply -f -',
  flags: {
    ...filenameFlags,
    ...outputFlags,
    ...selectorFlag,
    ...dryRunFlag,
    ...fieldManagerFlag(''),
    'server-side': boolFlag('If true, apply runs in the server instead of the client'),
    'force-conflicts': boolFlag('If true, server-side apply will force the changes against conflicts'),
    validate: textFlag('strict (or true), warn, or ignore (or false)', { default: 'strict', withoutValue: 'strict' }),
  },
  async complete({ values }): Promise<ApplyOptions> {
    const manager = values['server-side'] ? 'kubectl' : 'kubectl-client-side-apply';
    return {
      filenames: values.filename,
      recursive: values.recursive,
      labelSelector: values.selector,
      serverSide: values['server-side'],
      forceConflicts: values['force-conflicts'],
      dryRun: values['dry-run'],
      fieldManager: values['field-manager'] === '' ? manager : values['field-manager'],
      validate: fieldValidationOf(values.validate),
      result: await resultOptions(values),
    };
  },
  validate(options) {
    if (options.filenames.length === 0) return ['must specify one of -f and -k'];
    if (options.forceConflicts && !options.serverSide) return ['--force-conflicts only works with --server-side'];
    if (options.serverSide && options.dryRun === 'client') {
      return ["--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)"];
    }
    return [];
  },
  async run(options, context) {
    const infos = await new Builder(context.access, context.streams).fromFiles(options);
    if (infos.length === 0) throw new Error('no objects passed to apply');
    await forEach(infos, (info) =>
      options.serverSide ? applyOnServer(info, options, context) : applyHere(info, options, context),
    );
    return 0;
  },
});

async function applyOnServer(info: Info, options: ApplyOptions, context: CommandContext): Promise<void> {
  const object = await patchObject(await context.access.transport(), info, {
    type: 'application/apply-patch+yaml',
    body: info.object,
    query: {
      ...writeQuery(options),
      fieldValidation: options.validate,
      force: options.forceConflicts ? 'true' : 'false',
    },
  });
  printResult(context, options.result, { ...info, object }, 'serverside-applied');
}

/**
 * @go k8s.io/kubectl/pkg/cmd/apply#(*ApplyOptions).applyOneObject
 */
async function applyHere(info: Info, options: ApplyOptions, context: CommandContext): Promise<void> {
  if (info.name === '') throw new Error(`error: from ${info.source}: cannot use generate name with apply`);
  if (info.object === undefined) return;
  const modified = withLastApplied(info.object);
  const current = await currentObject(info, context);
  if (current === undefined) {
    const created = await createObject({ ...info, object: modified }, options, context);
    printResult(context, options.result, { ...info, object: created }, 'created');
    return;
  }
  warnIfNotApplied(info, current, context);
  await retryOnConflict(() => patchCurrent(info, modified, options, context));
}

async function currentObject(info: Info, { access }: CommandContext): Promise<DynamicObject | undefined> {
  try {
    return await getObject(await access.transport(), info);
  } catch (err) {
    if (isNotFound(err)) return undefined;
    throw err;
  }
}

function warnIfNotApplied(info: Info, current: DynamicObject, { streams }: CommandContext): void {
  if (current.metadata.annotations?.[lastAppliedAnnotation] !== undefined) return;
  streams.err.write(
    `Warning: resource ${info.resource.resource}/${info.name} is missing the ${lastAppliedAnnotation} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
  );
}

async function patchCurrent(
  info: Info,
  modified: DynamicObject,
  options: ApplyOptions,
  context: CommandContext,
): Promise<void> {
  const transport = await context.access.transport();
  const current = await getObject(transport, info);
  const { type, patch } = threeWayPatch(modified, current);
  if (Object.keys(patch).length === 0) {
    printResult(context, options.result, { ...info, object: current }, 'unchanged');
    return;
  }
  const object =
    options.dryRun === 'client'
      ? modified
      : await patchObject(transport, info, {
          type,
          body: patch,
          query: { ...writeQuery(options), fieldValidation: options.validate },
        });
  const changed = object.metadata.resourceVersion !== current.metadata.resourceVersion || options.dryRun !== 'none';
  printResult(context, options.result, { ...info, object }, changed ? 'configured' : 'unchanged');
}

/** The patch of apply: strategic for types that are known here, a JSON merge patch for all others. */
function threeWayPatch(
  modified: DynamicObject,
  current: DynamicObject,
): { readonly type: string; readonly patch: JsonObject } {
  const original = lastApplied(current) ?? {};
  const schema = schemas.kind(groupVersionKindOf(modified));
  if (schema === undefined) {
    const patch = createThreeWayJsonMergePatch(original, modified, current);
    return { type: 'application/merge-patch+json', patch };
  }
  return {
    type: 'application/strategic-merge-patch+json',
    patch: createThreeWayMergePatch(original, modified, current, schema, schemas),
  };
}
