import { defineGenerated, requireName } from '../../util/generated-command.ts';

/** `kubectl create namespace NAME` */
export const createNamespace = defineGenerated({
  name: 'namespace',
  aliases: ['ns'],
  summary: 'Create a namespace with the specified name',
  usage: 'NAME [--dry-run=server|client|none]',
  flags: {},
  generate: ({ args }) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: requireName(args) } }),
});
