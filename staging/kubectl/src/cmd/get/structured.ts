import { isNotFound } from '@kubescript/apimachinery';
import {
  formatStructured,
  type OutputFormat,
  requestObject,
  requestResource,
  resourceTitle,
  withoutManagedFields,
} from '@kubescript/cli-runtime';
import { type DynamicObject, evaluatePath, parseRelaxedPath } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';
import type { GetOptions } from './get.ts';
import { compareKeys } from './tables.ts';
import { type GetTarget, getTargets, targetQuery } from './targets.ts';

interface Found {
  readonly target: GetTarget;
  readonly object: DynamicObject;
}

/** Prints objects in a format other than a table: one as it is, several as a List. */
export async function getStructured(
  options: GetOptions,
  format: OutputFormat,
  context: CommandContext,
): Promise<number> {
  const targets = await getTargets(options, context);
  const [only] = targets;
  if (options.watch) {
    if (only === undefined || targets.length !== 1) throw new Error('you may only specify a single resource type');
    return watchObjects(options, format, only, context);
  }
  const problems: Error[] = [];
  const found: Found[] = [];
  for (const target of targets) {
    try {
      found.push(...(await readObjects(options, target, context)));
    } catch (err) {
      if (!(err instanceof Error)) throw err;
      if (!(options.ignoreNotFound && isNotFound(err))) problems.push(err);
    }
  }
  const single = targets.length === 1 && only?.name !== '';
  if (!single || found.length > 0) print(options, format, sorted(found, options.sortBy), single, context);
  if (problems.length > 0) throw new AggregateError(problems);
  return 0;
}

async function readObjects(options: GetOptions, target: GetTarget, context: CommandContext): Promise<Found[]> {
  const transport = await context.access.transport();
  const found: Found[] = [];
  let token: string | undefined;
  do {
    const answer = await requestObject(transport, {
      verb: target.name === '' ? 'list' : 'get',
      method: 'GET',
      resource: target.resource,
      namespace: target.namespace,
      name: target.name,
      subresource: options.subresource,
      query: { ...targetQuery(options, target), continue: token },
      signal: context.signal,
    });
    if (target.name !== '') return [{ target, object: answer }];
    const items = (answer as { readonly items?: readonly DynamicObject[] }).items ?? [];
    found.push(...items.map((item) => ({ target, object: withType(item, target) })));
    token = (answer.metadata as { readonly continue?: string }).continue;
  } while (token !== undefined && token !== '');
  return found;
}

/** Items of a list do not state their type; alone they do. */
function withType(item: DynamicObject, { resource }: GetTarget): DynamicObject {
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return { ...item, apiVersion, kind: resource.kind };
}

function sorted(found: readonly Found[], path: string): readonly Found[] {
  if (path === '') return found;
  const steps = parseRelaxedPath(path);
  const keyOf = ({ object }: Found): unknown => evaluatePath(steps, object, { allowMissing: true })[0];
  return [...found].sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

function print(
  options: GetOptions,
  format: OutputFormat,
  found: readonly Found[],
  single: boolean,
  { streams }: CommandContext,
): void {
  if (format.kind === 'name') {
    for (const item of found) streams.out.write(`${nameOfFound(item)}\n`);
    return;
  }
  const objects = found.map(({ object }) => (options.showManagedFields ? object : withoutManagedFields(object)));
  const value = single
    ? objects[0]
    : { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: objects };
  streams.out.write(formatStructured(format, value, options));
}

function nameOfFound({ target, object }: Found): string {
  return `${resourceTitle(target.resource)}/${object.metadata.name ?? ''}`;
}

async function watchObjects(
  options: GetOptions,
  format: OutputFormat,
  target: GetTarget,
  context: CommandContext,
): Promise<number> {
  const fields = [options.fieldSelector, target.name === '' ? '' : `metadata.name=${target.name}`];
  const response = await requestResource(await context.access.transport(), {
    verb: 'watch',
    method: 'GET',
    resource: target.resource,
    namespace: target.namespace,
    query: {
      watch: 'true',
      labelSelector: options.labelSelector === '' ? undefined : options.labelSelector,
      fieldSelector: fields.filter((term) => term !== '').join(',') || undefined,
    },
    signal: context.signal,
  });
  try {
    for await (const value of response.values()) {
      const event = value as { readonly type: string; readonly object: DynamicObject };
      if (event.type === 'BOOKMARK') continue;
      print(options, format, [{ target, object: event.object }], true, context);
    }
  } catch (err) {
    if (!context.signal.aborted) throw err;
  }
  return 0;
}
