import { StartedNetwork, getContainerRuntimeClient } from 'testcontainers';

import { session, sessionLabels } from './session.ts';

let made = 0;

/** Makes a network on which containers find each other by their aliases. It is removed at the end of the run. */
export async function newNetwork(): Promise<StartedNetwork> {
  const client = await getContainerRuntimeClient();
  made += 1;
  const name = `kubescript-test-${session().id.slice(0, 8)}-${process.pid}-${made}`;
  const network = await client.network.create({ Name: name, Driver: 'bridge', Labels: sessionLabels() });
  return new StartedNetwork(client, name, network);
}
