import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { alignColumns, boolFlag, choiceFlag, formatJson, formatYaml, UsageError } from '@kubescript/cli-runtime';
import type { Kubeconfig, KubeconfigCluster, KubeconfigUser } from '@kubescript/client';

import { defineCommand, defineGroup } from '../../command/command.ts';
import { requireName } from '../../util/generated-command.ts';
import { readConfig, setEntry, writeConfig } from './config-file.ts';
import { minify, redact } from './redact.ts';

const view = defineCommand({
  name: 'view',
  summary: 'Display merged kubeconfig settings or a specified kubeconfig file.',
  usage: '[flags]',
  flags: {
    raw: boolFlag('Display raw byte data and sensitive data'),
    minify: boolFlag('Remove all information not used by current-context from the output'),
    flatten: boolFlag('Flatten the resulting kubeconfig file into self-contained output'),
    output: choiceFlag('Output format: yaml or json', ['yaml', 'json'], 'yaml', { shorthand: 'o' }),
  },
  complete: ({ values }) => values,
  async run(options, context) {
    let config = await readConfig(context);
    if (options.minify) config = minify(config, context.access.flags.context);
    if (options.flatten) config = await flatten(config);
    if (!options.raw) config = redact(config);
    const shown = { apiVersion: 'v1', kind: 'Config', preferences: {}, 'current-context': '', ...config };
    context.streams.out.write(options.output === 'json' ? formatJson(shown) : formatYaml(shown));
    return 0;
  },
});

/** The content of files in place of their names. */
async function flatten(config: Kubeconfig): Promise<Kubeconfig> {
  const data = async (path: string | undefined): Promise<string | undefined> =>
    path === undefined || path === '' ? undefined : (await readFile(path)).toString('base64');
  return {
    ...config,
    clusters: await Promise.all(
      config.clusters.map(async ({ name, cluster: { 'certificate-authority': ca, ...cluster } }) => {
        const content = await data(ca);
        return {
          name,
          cluster: { ...cluster, ...(content === undefined ? {} : { 'certificate-authority-data': content }) },
        };
      }),
    ),
    users: await Promise.all(
      config.users.map(async ({ name, user: { 'client-certificate': cert, 'client-key': key, ...user } }) => {
        const [certificate, secret] = await Promise.all([data(cert), data(key)]);
        return {
          name,
          user: {
            ...user,
            ...(certificate === undefined ? {} : { 'client-certificate-data': certificate }),
            ...(secret === undefined ? {} : { 'client-key-data': secret }),
          },
        };
      }),
    ),
  };
}

const currentContext = defineCommand({
  name: 'current-context',
  summary: 'Display the current-context.',
  usage: '[flags]',
  flags: {},
  complete: () => ({}),
  async run(_options, context) {
    const current = (await readConfig(context))['current-context'] ?? '';
    if (current === '') throw new Error('current-context is not set');
    context.streams.out.write(`${current}\n`);
    return 0;
  },
});

const getContexts = defineCommand({
  name: 'get-contexts',
  summary: 'Describe one or many contexts.',
  usage: '[(-o|--output=)name)]',
  flags: {
    'no-headers': boolFlag("When using the default output format, don't print headers"),
    output: choiceFlag('Output format: name', ['', 'name'], '', { shorthand: 'o' }),
  },
  complete: ({ values, args }) => ({
    names: args,
    noHeaders: values['no-headers'],
    nameOnly: values.output === 'name',
  }),
  async run({ names, noHeaders, nameOnly }, context) {
    const config = await readConfig(context);
    const missing = names.find((name) => !config.contexts.some((entry) => entry.name === name));
    if (missing !== undefined) throw new Error(`context ${missing} not found`);
    const shown = config.contexts.filter(({ name }) => names.length === 0 || names.includes(name));
    const rows = shown.map(({ name, context: { cluster, user, namespace = '' } }) => [
      name === config['current-context'] ? '*' : '',
      name,
      cluster,
      user,
      namespace,
    ]);
    const header = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE'];
    if (nameOnly) for (const { name } of shown) context.streams.out.write(`${name}\n`);
    else context.streams.out.write(alignColumns(noHeaders ? rows : [header, ...rows]));
    return 0;
  },
});

const getClusters = defineCommand({
  name: 'get-clusters',
  summary: 'Display clusters defined in the kubeconfig.',
  usage: '[flags]',
  flags: {},
  complete: () => ({}),
  async run(_options, context) {
    const { clusters } = await readConfig(context);
    context.streams.out.write(['NAME', ...clusters.map(({ name }) => name)].map((line) => `${line}\n`).join(''));
    return 0;
  },
});

const getUsers = defineCommand({
  name: 'get-users',
  summary: 'Display users defined in the kubeconfig.',
  usage: '[flags]',
  flags: {},
  complete: () => ({}),
  async run(_options, context) {
    const { users } = await readConfig(context);
    context.streams.out.write(['NAME', ...users.map(({ name }) => name)].map((line) => `${line}\n`).join(''));
    return 0;
  },
});

const useContext = defineCommand({
  name: 'use-context',
  aliases: ['use'],
  summary: 'Set the current-context in a kubeconfig file.',
  usage: 'CONTEXT_NAME',
  flags: {},
  complete: ({ args }) => ({ name: requireName(args) }),
  async run({ name }, context) {
    const config = await readConfig(context);
    if (!config.contexts.some((entry) => entry.name === name))
      throw new Error(`no context exists with the name: "${name}"`);
    await writeConfig({ ...config, 'current-context': name }, context);
    context.streams.out.write(`Switched to context "${name}".\n`);
    return 0;
  },
});

const setContext = defineCommand({
  name: 'set-context',
  summary: 'Set a context entry in kubeconfig.',
  usage: '[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]',
  flags: { current: boolFlag('Modify the current context') },
  complete({ values, args, changed }) {
    if (values.current && args.length > 0) throw new UsageError('you cannot specify both a context name and --current');
    return { name: values.current ? undefined : requireName(args), changed };
  },
  async run({ name: wanted, changed }, context) {
    const config = await readConfig(context);
    const name = wanted ?? config['current-context'] ?? '';
    if (name === '') throw new Error('no current context is set');
    const before = config.contexts.find((entry) => entry.name === name);
    const { flags } = context.access;
    const entry = {
      cluster: changed.has('cluster') ? flags.cluster : (before?.context.cluster ?? ''),
      user: changed.has('user') ? flags.user : (before?.context.user ?? ''),
      ...(before?.context.namespace === undefined ? {} : { namespace: before.context.namespace }),
      ...(changed.has('namespace') ? { namespace: flags.namespace } : {}),
    };
    await writeConfig({ ...config, contexts: setEntry(config.contexts, { name, context: entry }) }, context);
    context.streams.out.write(`Context "${name}" ${before === undefined ? 'created' : 'modified'}.\n`);
    return 0;
  },
});

const setCluster = defineCommand({
  name: 'set-cluster',
  summary: 'Set a cluster entry in kubeconfig.',
  usage:
    'NAME [--server=server] [--certificate-authority=path/to/certificate/authority] [--insecure-skip-tls-verify=true]',
  flags: { 'embed-certs': boolFlag('Embed the certificates in the kubeconfig') },
  complete: ({ args, values, changed }) => ({ name: requireName(args), embed: values['embed-certs'], changed }),
  async run({ name, embed, changed }, context) {
    const config = await readConfig(context);
    const { flags } = context.access;
    const before: KubeconfigCluster = config.clusters.find((entry) => entry.name === name)?.cluster ?? { server: '' };
    const ca = flags['certificate-authority'];
    const cluster = {
      ...before,
      ...(changed.has('server') ? { server: flags.server } : {}),
      ...(changed.has('insecure-skip-tls-verify')
        ? { 'insecure-skip-tls-verify': flags['insecure-skip-tls-verify'] }
        : {}),
      ...(ca === ''
        ? {}
        : embed
          ? { 'certificate-authority-data': await base64Of(ca) }
          : { 'certificate-authority': resolve(ca) }),
    };
    await writeConfig({ ...config, clusters: setEntry(config.clusters, { name, cluster }) }, context);
    context.streams.out.write(`Cluster "${name}" set.\n`);
    return 0;
  },
});

const setCredentials = defineCommand({
  name: 'set-credentials',
  summary: 'Set a user entry in kubeconfig.',
  usage: 'NAME [--client-certificate=path/to/certfile] [--client-key=path/to/keyfile] [--token=bearer_token]',
  flags: { 'embed-certs': boolFlag('Embed the certificates in the kubeconfig') },
  complete: ({ args, values }) => ({ name: requireName(args), embed: values['embed-certs'] }),
  async run({ name, embed }, context) {
    const config = await readConfig(context);
    const { flags } = context.access;
    const before: KubeconfigUser = config.users.find((entry) => entry.name === name)?.user ?? {};
    const [cert, key] = [flags['client-certificate'], flags['client-key']];
    const user = {
      ...before,
      ...(flags.token === '' ? {} : { token: flags.token }),
      ...(cert === ''
        ? {}
        : embed
          ? { 'client-certificate-data': await base64Of(cert) }
          : { 'client-certificate': resolve(cert) }),
      ...(key === '' ? {} : embed ? { 'client-key-data': await base64Of(key) } : { 'client-key': resolve(key) }),
    };
    await writeConfig({ ...config, users: setEntry(config.users, { name, user }) }, context);
    context.streams.out.write(`User "${name}" set.\n`);
    return 0;
  },
});

async function base64Of(path: string): Promise<string> {
  return (await readFile(path)).toString('base64');
}

type Removal = (config: Kubeconfig, name: string) => Kubeconfig | undefined;

function defineRemoval(word: string, noun: string, remove: Removal): ReturnType<typeof defineCommand> {
  return defineCommand({
    name: `delete-${word}`,
    summary: `Delete the specified ${noun} from the kubeconfig.`,
    usage: 'NAME',
    flags: {},
    complete: ({ args }) => ({ name: requireName(args) }),
    async run({ name }, context) {
      const next = remove(await readConfig(context), name);
      if (next === undefined) throw new Error(`cannot delete ${noun} ${name}, not in the kubeconfig`);
      await writeConfig(next, context);
      context.streams.out.write(`deleted ${noun} ${name} from the kubeconfig\n`);
      return 0;
    },
  });
}

function without<E extends { readonly name: string }>(entries: readonly E[], name: string): readonly E[] | undefined {
  return entries.some((entry) => entry.name === name) ? entries.filter((entry) => entry.name !== name) : undefined;
}

const deleteContext = defineRemoval('context', 'context', (config, name) => {
  const contexts = without(config.contexts, name);
  return contexts === undefined ? undefined : { ...config, contexts };
});
const deleteCluster = defineRemoval('cluster', 'cluster', (config, name) => {
  const clusters = without(config.clusters, name);
  return clusters === undefined ? undefined : { ...config, clusters };
});
const deleteUser = defineRemoval('user', 'user', (config, name) => {
  const users = without(config.users, name);
  return users === undefined ? undefined : { ...config, users };
});

/** Shows and changes kubeconfig files. */
export const configCommand = defineGroup('config', 'Modify kubeconfig files', [
  currentContext,
  deleteCluster,
  deleteContext,
  deleteUser,
  getClusters,
  getContexts,
  getUsers,
  setCluster,
  setContext,
  setCredentials,
  useContext,
  view,
]);
