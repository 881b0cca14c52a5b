import { imageServiceMethods, runtimeServiceMethods } from '@kubescript/cri-api';
import type { ImageService, RuntimeService } from '@kubescript/cri-api';

import { runtimeChanges } from './changes.ts';
import { dialRuntime, serviceOver } from './grpc-service.ts';

/** A connection to a container runtime over its CRI socket. Disposing closes it. */
export interface CriConnection extends AsyncDisposable {
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  /** Yields whenever a container changed; ends or fails where the runtime cannot tell. */
  changes(signal: AbortSignal): AsyncIterable<unknown>;
}

const minute = 60_000;

/** Methods that work on images or wait for containers; the others get two minutes. */
const timeouts: Readonly<Record<string, number>> = {
  runPodSandbox: 4 * minute,
  stopPodSandbox: 4 * minute,
  execSync: 0,
  stopContainer: 0,
  pullImage: 0,
  version: 10_000,
  status: 10_000,
};

/**
 * Connects to a CRI v1 runtime. The channel is opened at the first call and reopened by itself after a restart of the
 * runtime; calls fail with code UNAVAILABLE meanwhile, and their retry belongs to the caller.
 * @go k8s.io/cri-client/pkg#NewRemoteRuntimeService
 */
export function connectRuntime(endpoint: string): CriConnection {
  const client = dialRuntime(endpoint);
  const timeoutOf = (method: string): number => timeouts[method] ?? 2 * minute;
  const runtime = serviceOver(client, runtimeServiceMethods, timeoutOf);
  return {
    runtime,
    changes: (signal) => runtimeChanges(client, runtime, signal),
    images: serviceOver(client, imageServiceMethods, timeoutOf),
    [Symbol.asyncDispose]: () => {
      client.close();
      return Promise.resolve();
    },
  };
}
