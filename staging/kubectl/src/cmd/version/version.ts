import type { Info as VersionInfo } from '@kubescript/apimachinery';
import { DiscoveryClient } from '@kubescript/client';
import { boolFlag, choiceFlag, formatYaml } from '@kubescript/cli-runtime';
import { versionInfo } from '@kubescript/component-base';

import { defineCommand } from '../../command/command.ts';

/** Prints the versions of kubectl and of the server. */
export const versionCommand = defineCommand({
  name: 'version',
  summary: 'Print the client and server version information for the current context.',
  usage: '[flags]',
  flags: {
    client: boolFlag('If true, shows client version only (no server required).'),
    output: choiceFlag("One of 'yaml' or 'json'.", ['', 'yaml', 'json'], '', { shorthand: 'o' }),
  },
  complete: ({ values }) => ({ clientOnly: values.client, output: values.output }),
  async run({ clientOnly, output }, { access, streams, signal }) {
    const client = versionInfo();
    const server: VersionInfo | undefined = clientOnly
      ? undefined
      : await new DiscoveryClient(await access.transport()).serverVersion({ signal });
    const both = { clientVersion: client, ...(server === undefined ? {} : { serverVersion: server }) };
    if (output === 'json') streams.out.write(`${JSON.stringify(both, undefined, 2)}\n`);
    else if (output === 'yaml') streams.out.write(formatYaml(both));
    else {
      streams.out.write(`Client Version: ${client.gitVersion}\n`);
      if (server !== undefined) streams.out.write(`Server Version: ${server.gitVersion}\n`);
    }
    return 0;
  },
});
