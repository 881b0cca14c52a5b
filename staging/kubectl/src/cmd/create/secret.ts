import { readFile } from 'node:fs/promises';

import type { Secret } from '@kubescript/api/core/v1';
import { repeatedFlag, textFlag } from '@kubescript/cli-runtime';

import { defineGroup } from '../../command/command.ts';
import { defineGenerated, requireName } from '../../util/generated-command.ts';
import { readDataSources } from './literal-sources.ts';

const generic = defineGenerated({
  name: 'generic',
  summary: 'Create a secret from a local file, directory, or literal value',
  usage: 'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1]',
  flags: {
    'from-file': repeatedFlag('File or directory to read keys and values from'),
    'from-literal': repeatedFlag('A key and literal value: mykey=somevalue'),
    'from-env-file': repeatedFlag('File with lines of key=val'),
    type: textFlag('The type of secret to create'),
  },
  async generate({ args, values }): Promise<Secret> {
    const data = await readDataSources({
      literals: values['from-literal'],
      files: values['from-file'],
      envFiles: values['from-env-file'],
    });
    return secretOf(requireName(args), values.type, data);
  },
});

const tls = defineGenerated({
  name: 'tls',
  summary: 'Create a TLS secret',
  usage: 'NAME --cert=path/to/cert/file --key=path/to/key/file',
  flags: { cert: textFlag('Path to PEM encoded public key certificate.'), key: textFlag('Path to private key.') },
  async generate({ args, values }): Promise<Secret> {
    if (values.key === '' || values.cert === '') throw new Error('key and certificate must be specified');
    const [certificate, key] = await Promise.all([readFile(values.cert), readFile(values.key)]);
    const data = new Map([
      ['tls.crt', certificate],
      ['tls.key', key],
    ]);
    return secretOf(requireName(args), 'kubernetes.io/tls', data);
  },
});

const dockerRegistry = defineGenerated({
  name: 'docker-registry',
  summary: 'Create a secret for use with a Docker registry',
  usage: 'NAME --docker-username=user --docker-password=password [--docker-server=string]',
  flags: {
    'docker-username': textFlag('Username for registry authentication'),
    'docker-password': textFlag('Password for registry authentication'),
    'docker-email': textFlag('Email for the registry'),
    'docker-server': textFlag('Server location for the registry', { default: 'https://index.docker.io/v1/' }),
  },
  generate({ args, values }): Secret {
    const [username, password] = [values['docker-username'], values['docker-password']];
    if (username === '' || password === '')
      throw new Error(
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
      );
    const auth = Buffer.from(`${username}:${password}`).toString('base64');
    const email = values['docker-email'];
    const entry = { username, password, ...(email === '' ? {} : { email }), auth };
    const config = JSON.stringify({ auths: { [values['docker-server']]: entry } });
    return secretOf(
      requireName(args),
      'kubernetes.io/dockerconfigjson',
      new Map([['.dockerconfigjson', Buffer.from(config)]]),
    );
  },
});

function secretOf(name: string, type: string, data: ReadonlyMap<string, Buffer>): Secret {
  const entries = Array.from(data, ([key, value]) => [key, value.toString('base64')] as const);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    ...(entries.length === 0 ? {} : { data: Object.fromEntries(entries) }),
    ...(type === '' ? {} : { type }),
  };
}

/** `kubectl create secret generic|tls|docker-registry NAME` */
export const createSecret = defineGroup('secret', 'Create a secret using a specified subcommand', [
  generic,
  tls,
  dockerRegistry,
]);
