import type { Node } from '@kubescript/api/core/v1';
import { type DeepReadonly, realClock } from '@kubescript/apimachinery';
import { type Client, corev1 } from '@kubescript/client';

/** Waits until a node exists and `holds` is true of it; rejects with the signal's reason. */
export async function waitForNode(
  client: Client,
  name: string,
  holds: (node: DeepReadonly<Node>) => boolean,
  signal: AbortSignal,
): Promise<DeepReadonly<Node>> {
  const nodes = client.resource(corev1.nodes);
  for (;;) {
    signal.throwIfAborted();
    try {
      for await (const { type, object } of nodes.watch({ fieldSelector: `metadata.name=${name}`, signal })) {
        if ((type === 'ADDED' || type === 'MODIFIED') && holds(object)) return object;
      }
    } catch (err) {
      if (signal.aborted) throw err;
    }
    await realClock.sleep(50, signal);
  }
}
