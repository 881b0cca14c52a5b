import { isUtf8 } from 'node:buffer';

import type { ConfigMap } from '@kubescript/api/core/v1';
import { repeatedFlag } from '@kubescript/cli-runtime';

import { defineGenerated, requireName } from '../../util/generated-command.ts';
import { readDataSources } from './literal-sources.ts';

/** `kubectl create configmap NAME [--from-file=…] [--from-literal=…]` */
export const createConfigMap = defineGenerated({
  name: 'configmap',
  aliases: ['cm'],
  summary: 'Create a config map from a local file, directory or literal value',
  usage: 'NAME [--from-file=[key=]source] [--from-literal=key1=value1]',
  flags: {
    'from-file': repeatedFlag('File or directory to read keys and values from'),
    'from-literal': repeatedFlag('A key and literal value: mykey=somevalue'),
    'from-env-file': repeatedFlag('File with lines of key=val'),
  },
  async generate({ args, values }): Promise<ConfigMap> {
    const name = requireName(args);
    const data = await readDataSources({
      literals: values['from-literal'],
      files: values['from-file'],
      envFiles: values['from-env-file'],
    });
    const text = [...data].filter(([, value]) => isUtf8(value));
    const binary = [...data].filter(([, value]) => !isUtf8(value));
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
      ...(text.length === 0 ? {} : { data: Object.fromEntries(text.map(([key, v]) => [key, v.toString('utf8')])) }),
      ...(binary.length === 0
        ? {}
        : { binaryData: Object.fromEntries(binary.map(([key, v]) => [key, v.toString('base64')])) }),
    };
  },
});
