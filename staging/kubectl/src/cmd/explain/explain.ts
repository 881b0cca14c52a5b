import { isJsonObject, type JsonObject } from '@kubescript/apimachinery';
import { boolFlag, Builder, textFlag, UsageError } from '@kubescript/cli-runtime';
import type { DiscoveredResource } from '@kubescript/client';
import { realClock } from '@kubescript/apimachinery';
import { send } from '@kubescript/client';

import { type CommandContext, defineCommand } from '../../command/command.ts';
import { formatExplanation } from './format.ts';
import { OpenApiSchemas } from './open-api.ts';

/** Shows the fields of a resource, from the server's OpenAPI documents. */
export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Get documentation for a resource.',
  usage: 'TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group]',
  examples: 'kubectl explain pods\nkubectl explain pods.spec.containers',
  flags: {
    recursive: boolFlag('Print the name of all the fields, down to the last'),
    'api-version': textFlag('Use this API version instead of the preferred one'),
  },
  complete({ values, args }) {
    const [path] = args;
    if (path === undefined) {
      throw new UsageError(
        'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.',
      );
    }
    if (args.length > 1) throw new UsageError(`We accept only this format: explain RESOURCE`);
    return { path, recursive: values.recursive, apiVersion: values['api-version'] };
  },
  async run({ path, recursive, apiVersion }, context) {
    const { resource, fields } = await findResource(path, apiVersion, context);
    const schemas = await readSchemas(resource, context);
    context.streams.out.write(formatExplanation(schemas, resource, fields, recursive));
    return 0;
  },
});

/** A path starts with what a user calls the resource, which may have dots in it (`deployments.apps.spec`). */
async function findResource(
  path: string,
  apiVersion: string,
  context: CommandContext,
): Promise<{ readonly resource: DiscoveredResource; readonly fields: readonly string[] }> {
  const mapper = await context.access.mapper();
  const parts = path.split('.');
  const [word = '', ...fields] = parts;
  const found = mapper.find(word) ?? (await new Builder(context.access, context.streams).resourceOf(word));
  const resource = apiVersion === '' ? found : await inVersion(found, apiVersion, context);
  return { resource, fields: fields.filter((field) => field !== '') };
}

async function inVersion(
  found: DiscoveredResource,
  apiVersion: string,
  { access }: CommandContext,
): Promise<DiscoveredResource> {
  const [first = '', second] = apiVersion.split('/');
  const [group, version] = second === undefined ? ['', first] : [first, second];
  const resource = (await access.mapper()).resource({ group, version, resource: found.resource });
  if (resource === undefined) throw new Error(`couldn't find resource for "${apiVersion}, Resource=${found.resource}"`);
  return resource;
}

async function readSchemas(
  { group, version }: DiscoveredResource,
  { access }: CommandContext,
): Promise<OpenApiSchemas> {
  const path = group === '' ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`;
  const response = await send({
    transport: await access.transport(),
    clock: realClock,
    verb: 'get',
    resource: { group: '', resource: '' },
    name: '',
    request: { method: 'GET', path },
  });
  const document: unknown = await response.json();
  const components = isJsonObject(document) && isJsonObject(document['components']) ? document['components'] : {};
  return new OpenApiSchemas(
    isJsonObject(components['schemas']) ? (components['schemas'] as Record<string, JsonObject>) : {},
  );
}
