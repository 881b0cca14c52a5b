import type { TokenRequest } from '@kubescript/api/authentication/v1';
import { durationFlag, repeatedFlag } from '@kubescript/cli-runtime';
import { corev1 } from '@kubescript/client';

import { defineCommand } from '../../command/command.ts';
import { requireName } from '../../util/generated-command.ts';

/** Prints a token of a service account. */
export const createToken = defineCommand({
  name: 'token',
  summary: 'Request a service account token',
  usage: 'SERVICE_ACCOUNT_NAME',
  flags: {
    audience: repeatedFlag('Audience of the requested token'),
    duration: durationFlag('Requested lifetime of the issued token'),
  },
  complete: ({ args, values }) => ({
    name: requireName(args),
    audiences: values.audience,
    expirationSeconds: values.duration / 1000,
  }),
  async run({ name, audiences, expirationSeconds }, { access, streams }) {
    const client = await access.client(corev1.serviceaccounts, await access.namespace());
    const request = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {},
      spec: { audiences, ...(expirationSeconds > 0 ? { expirationSeconds } : {}) },
    };
    const answer = await client.createSubresource<TokenRequest>(name, 'token', request);
    streams.out.write(`${answer.status.token ?? ''}\n`);
    return 0;
  },
});
