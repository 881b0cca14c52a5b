import { defineGenerated, requireName } from '../../util/generated-command.ts';

/** `kubectl create serviceaccount NAME` */
export const createServiceAccount = defineGenerated({
  name: 'serviceaccount',
  aliases: ['sa'],
  summary: 'Create a service account with the specified name',
  usage: 'NAME [--dry-run=server|client|none]',
  flags: {},
  generate: ({ args }) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: requireName(args) } }),
});
