import { type Info, requestObject } from '@kubescript/cli-runtime';
import type { DynamicObject } from '@kubescript/client';

import type { CommandContext } from '../command/command.ts';
import type { DryRun } from './common-flags.ts';
import { writeQuery } from './print-result.ts';

/** How an object is written. */
export interface WriteSettings {
  readonly dryRun: DryRun;
  readonly fieldManager: string;
  /** Strict, Warn or Ignore; undefined leaves it to the server. */
  readonly validate?: string;
}

/** Creates the object of an info and resolves with it as stored; with a client dry run it is only handed back. */
export async function createObject(
  info: Info,
  settings: WriteSettings,
  { access, signal }: Pick<CommandContext, 'access' | 'signal'>,
): Promise<DynamicObject> {
  if (info.object === undefined) throw new Error(`nothing to create for ${info.name}`);
  if (settings.dryRun === 'client') return info.object;
  return requestObject(await access.transport(), {
    verb: 'create',
    method: 'POST',
    resource: info.resource,
    namespace: info.namespace,
    query: { ...writeQuery(settings), fieldValidation: settings.validate },
    body: info.object,
    signal,
  });
}

/** The value of `--validate` as a query parameter. Throws for words that mean nothing. */
export function fieldValidationOf(validate: string): string {
  const values: Readonly<Record<string, string>> = {
    true: 'Strict',
    strict: 'Strict',
    warn: 'Warn',
    false: 'Ignore',
    ignore: 'Ignore',
  };
  const found = Object.hasOwn(values, validate.toLowerCase()) ? values[validate.toLowerCase()] : undefined;
  if (found !== undefined) return found;
  throw new Error(`invalid validation option "${validate}"; must be one of: strict (or true), warn, ignore (or false)`);
}
