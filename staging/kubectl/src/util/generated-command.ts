import { groupVersionKindOf, isConflict, type KubeObject } from '@kubescript/apimachinery';
import { type FlagSpecs, type Info, UsageError } from '@kubescript/cli-runtime';
import type { DynamicObject } from '@kubescript/client';

import { type Command, type CommandContext, defineCommand, type Input } from '../command/command.ts';
import { type DryRun, dryRunFlag, fieldManagerFlag, outputFlags } from './common-flags.ts';
import { createObject, fieldValidationOf } from './create-object.ts';
import { withLastApplied } from './last-applied.ts';
import { printResult, type ResultOptions, resultOptions } from './print-result.ts';
import { boolFlag, textFlag } from '@kubescript/cli-runtime';

/** Flags of every command that makes an object from flags. */
export const generatorFlags = {
  ...outputFlags,
  ...dryRunFlag,
  ...fieldManagerFlag('kubectl-create'),
  'save-config': boolFlag('Keep the configuration in an annotation, for a later kubectl apply'),
  validate: textFlag('strict (or true), warn, or ignore (or false)', { default: 'strict', withoutValue: 'strict' }),
} as const;

/** A command that makes one object from its arguments and flags. */
export interface GeneratedCommand<S extends FlagSpecs> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly usage: string;
  readonly flags: S;
  /** The object, without its namespace. Throws an Error where the input makes no sense. */
  generate(input: Input<S>, context: CommandContext): KubeObject | Promise<KubeObject>;
}

interface Options {
  readonly object: KubeObject;
  readonly result: ResultOptions;
  readonly dryRun: DryRun;
  readonly fieldManager: string;
  readonly saveConfig: boolean;
  readonly validate: string;
}

/** Makes the command: generate, create, print `… created`. */
export function defineGenerated<S extends FlagSpecs>(definition: GeneratedCommand<S>): Command {
  return defineCommand({
    name: definition.name,
    ...(definition.aliases === undefined ? {} : { aliases: definition.aliases }),
    summary: definition.summary,
    usage: definition.usage,
    flags: { ...generatorFlags, ...definition.flags },
    async complete(input, context): Promise<Options> {
      const values = input.values as unknown as Input<typeof generatorFlags>['values'];
      return {
        object: await definition.generate(input, context),
        result: await resultOptions(values),
        dryRun: values['dry-run'],
        fieldManager: values['field-manager'],
        saveConfig: values['save-config'],
        validate: fieldValidationOf(values.validate),
      };
    },
    run: createGenerated,
  });
}

async function createGenerated(options: Options, context: CommandContext): Promise<number> {
  const info = await infoOfGenerated(options.object, context);
  const wanted = {
    ...info,
    object: options.saveConfig && info.object !== undefined ? withLastApplied(info.object) : info.object,
  };
  const object = await createObject(wanted, options, context);
  printResult(context, options.result, { ...info, object }, 'created');
  return 0;
}

/** The info of an object that was made here; puts it into the namespace of the command line. */
export async function infoOfGenerated(object: KubeObject, { access }: CommandContext): Promise<Info> {
  const resource = (await access.mapper()).resourceOfKind(groupVersionKindOf(object));
  if (resource === undefined)
    throw new Error(`no matches for kind "${object.kind ?? ''}" in version "${object.apiVersion ?? ''}"`);
  const namespace = resource.namespaced ? await access.namespace() : '';
  const metadata =
    resource.namespaced && access.namespaceIsExplicit ? { ...object.metadata, namespace } : object.metadata;
  return {
    resource,
    namespace,
    name: object.metadata.name ?? '',
    source: '',
    object: { ...object, metadata } as unknown as DynamicObject,
  };
}

/** The one NAME that a command takes; throws UsageError in kubectl's words. */
export function requireName(args: readonly string[]): string {
  const [name] = args;
  if (args.length !== 1 || name === undefined || name === '') {
    throw new UsageError(`exactly one NAME is required, got ${String(args.length)}`);
  }
  return name;
}

/** Repeats a read-modify-write a few times while others write in between. */
export async function retryOnConflict<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (err) {
      if (!isConflict(err) || attempt >= tries) throw err;
    }
  }
}
