import type Dockerode from 'dockerode';

/** Removes the containers (with their volumes), networks, volumes and images that carry the label. */
export async function removeLabelled(docker: Dockerode, label: string): Promise<void> {
  const filters = { label: [label] };
  const containers = await docker.listContainers({ all: true, filters });
  await Promise.all(containers.map(({ Id }) => gone(docker.getContainer(Id).remove({ force: true, v: true }))));
  const networks = await docker.listNetworks({ filters });
  await Promise.all(networks.map(({ Id }) => gone(docker.getNetwork(Id).remove())));
  const { Volumes } = await docker.listVolumes({ filters: JSON.stringify(filters) });
  await Promise.all(Volumes.map(({ Name }) => gone(docker.getVolume(Name).remove({ force: true }))));
  const images = await docker.listImages({ all: true, filters: JSON.stringify(filters) });
  for (const { Id } of images) await gone(docker.getImage(Id).remove({ force: true }));
}

/** Somebody else may have been faster. */
async function gone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== 404 && statusCode !== 409) throw error;
  }
}
