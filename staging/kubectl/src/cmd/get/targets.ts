import type { DiscoveredResource } from '@kubescript/client';
import { Builder } from '@kubescript/cli-runtime';

import type { CommandContext } from '../../command/command.ts';
import type { GetOptions } from './get.ts';

/** One request of `get`: a list (name '') or an object. */
export interface GetTarget {
  readonly resource: DiscoveredResource;
  readonly namespace: string;
  readonly name: string;
}

/** What the arguments of `get` name, in order. */
export async function getTargets(options: GetOptions, context: CommandContext): Promise<GetTarget[]> {
  const builder = new Builder(context.access, context.streams);
  const selection = {
    args: options.args,
    filenames: options.filenames,
    recursive: options.recursive,
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    allNamespaces: options.allNamespaces,
    selectAll: true,
  };
  if (options.filenames.length > 0) {
    const infos = await builder.locate(selection);
    return infos.map(({ resource, namespace, name }) => ({ resource, namespace, name }));
  }
  const inNamespace = options.allNamespaces ? '' : await context.access.namespace();
  const types = await builder.types(selection);
  return types.flatMap(({ resource, names }) => {
    const namespace = resource.namespaced ? inNamespace : '';
    return (names.length === 0 ? [''] : names).map((name) => ({ resource, namespace, name }));
  });
}

/** The query of a list or a get. */
export function targetQuery(options: GetOptions, target: GetTarget): Record<string, string | number | undefined> {
  if (target.name !== '') return {};
  return {
    labelSelector: options.labelSelector === '' ? undefined : options.labelSelector,
    fieldSelector: options.fieldSelector === '' ? undefined : options.fieldSelector,
    limit: options.chunkSize > 0 ? options.chunkSize : undefined,
  };
}
