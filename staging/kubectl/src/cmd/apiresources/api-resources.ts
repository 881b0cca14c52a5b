import { preferredResources, type DiscoveredResource } from '@kubescript/client';
import { alignColumns, boolFlag, choiceFlag, listFlag, textFlag } from '@kubescript/cli-runtime';

import { defineCommand } from '../../command/command.ts';

/** Lists what the server serves. */
export const apiResourcesCommand = defineCommand({
  name: 'api-resources',
  summary: 'Print the supported API resources on the server.',
  usage: '[flags]',
  examples: 'kubectl api-resources --namespaced=true -o wide',
  flags: {
    'api-group': textFlag('Limit to resources in the specified API group.'),
    namespaced: boolFlag('If false, non-namespaced resources will be returned', { default: true }),
    verbs: listFlag('Limit to resources that support the specified verbs.'),
    categories: listFlag('Limit to resources that belong to the specified categories.'),
    'no-headers': boolFlag("When using the default or custom-column output format, don't print headers"),
    'sort-by': choiceFlag("Sort by 'name' or 'kind'", ['', 'name', 'kind'], ''),
    output: choiceFlag('Output format: wide or name', ['', 'wide', 'name'], '', { shorthand: 'o' }),
  },
  complete: ({ values, changed }) => ({
    ...values,
    group: changed.has('api-group') ? values['api-group'] : undefined,
    scope: changed.has('namespaced') ? values.namespaced : undefined,
  }),
  async run(options, { access, streams }) {
    const all = preferredResources(await access.groups());
    const resources = all.filter(
      (resource) =>
        resource.verbs.length > 0 &&
        (options.group === undefined || resource.group === options.group) &&
        (options.scope === undefined || resource.namespaced === options.scope) &&
        options.verbs.every((verb) => resource.verbs.includes(verb)) &&
        options.categories.every((category) => resource.categories.includes(category)),
    );
    const sorted = [...resources].sort(compareBy(options['sort-by']));
    if (options.output === 'name') {
      for (const resource of sorted) streams.out.write(`${fullNameOf(resource)}\n`);
      return 0;
    }
    const isWide = options.output === 'wide';
    const header = [
      'NAME',
      'SHORTNAMES',
      'APIVERSION',
      'NAMESPACED',
      'KIND',
      ...(isWide ? ['VERBS', 'CATEGORIES'] : []),
    ];
    const rows = sorted.map((resource) => rowOf(resource, isWide));
    streams.out.write(alignColumns(options['no-headers'] ? rows : [header, ...rows]));
    return 0;
  },
});

function compareBy(field: string): (a: DiscoveredResource, b: DiscoveredResource) => number {
  const keyOf = (resource: DiscoveredResource): string =>
    field === '' ? `${resource.group}\0${resource.resource}` : field === 'name' ? resource.resource : resource.kind;
  return (a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);
}

function fullNameOf({ resource, group }: DiscoveredResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function rowOf(resource: DiscoveredResource, isWide: boolean): string[] {
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  const row = [
    resource.resource,
    resource.shortNames.join(','),
    apiVersion,
    String(resource.namespaced),
    resource.kind,
  ];
  return isWide ? [...row, [...resource.verbs].sort().join(','), resource.categories.join(',')] : row;
}

/** Lists the group versions that the server serves. */
export const apiVersionsCommand = defineCommand({
  name: 'api-versions',
  summary: 'Print the supported API versions on the server, in the form of "group/version".',
  usage: '[flags]',
  flags: {},
  complete: () => ({}),
  async run(_options, { access, streams }) {
    const versions = (await access.groups()).flatMap(({ group, versions: list }) =>
      list.map(({ version }) => (group === '' ? version : `${group}/${version}`)),
    );
    for (const version of versions.sort()) streams.out.write(`${version}\n`);
    return 0;
  },
});
