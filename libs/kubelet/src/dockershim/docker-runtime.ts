import Docker from 'dockerode';

import type { ContainerRuntime } from '../runtime/container-runtime.ts';
import { dockerImages } from './docker-images.ts';
import { dockerService } from './docker-service.ts';
import { DockerStreams } from './docker-streams.ts';
import { dockerLabel } from './docker-labels.ts';

/**
 * A CRI runtime on a Docker Engine: a pause container per pod on Docker's bridge holds the network, the others join it.
 * Host ports are Docker's; a DNS configuration reaches the containers through the pause container's resolv.conf.
 */
export function dockerRuntime(socketPath: string, owner: string): ContainerRuntime {
  const docker = new Docker({ socketPath });
  return {
    runtime: dockerService(docker, owner),
    images: dockerImages(docker),
    streams: new DockerStreams(docker),
    changes: (signal) => dockerChanges(docker, owner, signal),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Containers of the owner that start or end. */
async function* dockerChanges(docker: Docker, owner: string, signal: AbortSignal): AsyncGenerator {
  const filters = { type: ['container'], event: ['start', 'die', 'oom'], label: [`${dockerLabel.owner}=${owner}`] };
  const stream = await docker.getEvents({ filters });
  const onAbort = (): void => {
    stream.destroy();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const event of stream) yield event;
  } catch (err) {
    if (!signal.aborted) throw err;
  } finally {
    signal.removeEventListener('abort', onAbort);
    stream.destroy();
  }
}
