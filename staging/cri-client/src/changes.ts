import { Metadata } from '@grpc/grpc-js';
import type { Client } from '@grpc/grpc-js';
import { isCriUnimplemented } from '@kubescript/cri-api';
import type { RuntimeService } from '@kubescript/cri-api';

const containerdEvents = '/containerd.services.events.v1.Events/Subscribe';

/** Tasks that end, are paused or run out of memory, of the namespace that CRI keeps its containers in. */
const filters = ['/tasks/exit', '/tasks/start', '/tasks/oom', '/tasks/delete'].map(
  (topic) => `namespace==k8s.io,topic==${topic}`,
);

/**
 * Signals that a container changed: CRI's own events, or where the runtime has none (containerd before 1.7)
 * containerd's. The stream fails when the connection does; the values say nothing.
 */
export async function* runtimeChanges(client: Client, runtime: RuntimeService, signal: AbortSignal): AsyncGenerator {
  try {
    for await (const event of runtime.getContainerEvents({}, { signal })) yield event;
    return;
  } catch (err) {
    if (signal.aborted) return;
    if (!isCriUnimplemented(err)) throw err;
  }
  const stream = client.makeServerStreamRequest(
    containerdEvents,
    encodeFilters,
    (bytes) => bytes,
    filters,
    new Metadata(),
    {},
  );
  const onAbort = (): void => {
    stream.cancel();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const event of stream) yield event;
  } catch (err) {
    if (!isAborted(signal)) throw err;
  } finally {
    signal.removeEventListener('abort', onAbort);
    stream.cancel();
  }
}

/** A call, because the compiler takes what it saw before an await for granted. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function encodeFilters(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.map((text) => Buffer.concat([Buffer.from([0x0a, Buffer.byteLength(text)]), Buffer.from(text)])),
  );
}
