import { connectRuntime } from '@kubescript/cri-client';

import type { ContainerRuntime } from './container-runtime.ts';
import { CriStreams } from './cri-streams.ts';

/** A runtime behind a CRI socket (containerd, CRI-O). */
export function criRuntime(endpoint: string): ContainerRuntime {
  const connection = connectRuntime(endpoint);
  return {
    runtime: connection.runtime,
    images: connection.images,
    streams: new CriStreams(connection.runtime),
    changes: (signal) => connection.changes(signal),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
