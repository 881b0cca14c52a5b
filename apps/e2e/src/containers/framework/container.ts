import type Dockerode from 'dockerode';
import { GenericContainer, type StartedNetwork, type StartedTestContainer } from 'testcontainers';

import { imageName, type TestImage } from './images.ts';
import { dockerEngine, sessionLabels } from './session.ts';

/** Files of a container: text by path. */
export type ContainerFiles = Readonly<Record<string, string>>;

/** A container of an image of this run: on the network under the alias, with the files, marked for removal. */
export function newContainer(
  image: TestImage,
  {
    network,
    alias,
    files = {},
  }: { readonly network: StartedNetwork; readonly alias: string; readonly files?: ContainerFiles },
): GenericContainer {
  const contents = Object.entries(files).map(([target, content]) => ({ target, content, mode: 0o600 }));
  return new GenericContainer(imageName(image))
    .withLabels(sessionLabels())
    .withNetwork(network)
    .withNetworkAliases(alias)
    .withHostname(alias)
    .withCopyContentToContainer(contents);
}

/** The container as the Docker Engine API has it: to kill, pause, or take off a network. */
export function engineContainer(container: StartedTestContainer): Dockerode.Container {
  return dockerEngine().getContainer(container.getId());
}
