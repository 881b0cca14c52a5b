import type { Readable } from 'node:stream';

import type Dockerode from 'dockerode';
import { GenericContainer, type StartedNetwork, type StartedTestContainer } from 'testcontainers';

import { imageName, type TestImage } from './images.ts';
import { dockerEngine, sessionLabels } from './session.ts';

/** Files of a container: text by path. */
export type ContainerFiles = Readonly<Record<string, string>>;

/** Where a container is and what it is given. */
export interface ContainerPlace {
  readonly network: StartedNetwork;
  /** Its name on the network. */
  readonly alias: string;
  readonly files?: ContainerFiles;
}

/** A container that knows no names but those of its network, and does not wait long for an answer about others. */
export class IsolatedContainer extends GenericContainer {
  constructor(image: string) {
    super(image);
    this.hostConfig.Dns = ['127.0.0.1'];
    this.hostConfig.DnsOptions = ['timeout:1', 'attempts:1'];
  }
}

/** A container of an image of this run, marked for removal; `Container` may be a class of its own. */
export function newContainer(
  image: TestImage,
  { network, alias, files = {} }: ContainerPlace,
  Container: typeof IsolatedContainer = IsolatedContainer,
): GenericContainer {
  const contents = Object.entries(files).map(([target, content]) => ({ target, content, mode: 0o600 }));
  return new Container(imageName(image))
    .withLabels(sessionLabels())
    .withNetwork(network)
    .withNetworkAliases(alias)
    .withHostname(alias)
    .withCopyContentToContainer(contents);
}

/** Starts a container and resolves when its waiting strategy is satisfied; fails with what it printed. */
export async function startContainer(container: GenericContainer): Promise<StartedTestContainer> {
  const printed: string[] = [];
  container.withLogConsumer((stream: Readable) => stream.on('data', (text: Buffer) => printed.push(String(text))));
  try {
    return await container.start();
  } catch (error) {
    throw new Error(`${(error as Error).message}; it printed:\n${printed.slice(-30).join('')}`, { cause: error });
  }
}

/** The container as the Docker Engine API has it: to kill, pause, or take off a network. */
export function engineContainer(container: StartedTestContainer): Dockerode.Container {
  return dockerEngine().getContainer(container.getId());
}
