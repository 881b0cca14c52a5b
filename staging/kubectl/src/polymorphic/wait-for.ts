import type { DynamicObject, Transport } from '@kubescript/client';
import { getObject, type Info, requestResource } from '@kubescript/cli-runtime';
import { isNotFound, type Status, StatusError } from '@kubescript/apimachinery';

/** The state of an object; undefined if it does not exist. */
export type Observe = (object: DynamicObject | undefined) => boolean;

/** Thrown when a wait takes longer than allowed. */
export class WaitTimeoutError extends Error {
  constructor(message = 'timed out waiting for the condition') {
    super(message);
    this.name = 'WaitTimeoutError';
  }
}

interface WatchEvent {
  readonly type: string;
  readonly object: DynamicObject;
}

/**
 * Calls `observe` with an object as it is and after each change, until it returns true. Throws WaitTimeoutError after
 * `timeoutMs` (0: at once after the first look, unless it is true; negative: never).
 */
export async function watchUntil(
  transport: Transport,
  info: Info,
  observe: Observe,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const limit = options.timeoutMs < 0 ? undefined : AbortSignal.timeout(Math.max(options.timeoutMs, 1));
  const signal = limit === undefined ? options.signal : AbortSignal.any([options.signal, limit]);
  for (;;) {
    const current = await currentOf(transport, info);
    if (observe(current)) return;
    if (options.timeoutMs === 0) throw new WaitTimeoutError();
    try {
      if (await watchOnce(transport, info, current, observe, signal)) return;
    } catch (err) {
      if (limit?.aborted === true && !options.signal.aborted) throw new WaitTimeoutError();
      throw err;
    }
  }
}

async function currentOf(transport: Transport, info: Info): Promise<DynamicObject | undefined> {
  try {
    return await getObject(transport, info);
  } catch (err) {
    if (isNotFound(err)) return undefined;
    throw err;
  }
}

/** True if the observer was satisfied; false if the watch ended before. */
async function watchOnce(
  transport: Transport,
  info: Info,
  current: DynamicObject | undefined,
  observe: Observe,
  signal: AbortSignal,
): Promise<boolean> {
  const response = await requestResource(transport, {
    verb: 'watch',
    method: 'GET',
    resource: info.resource,
    namespace: info.namespace,
    query: {
      watch: 'true',
      fieldSelector: `metadata.name=${info.name}`,
      resourceVersion: current?.metadata.resourceVersion,
    },
    signal,
  });
  for await (const value of response.values()) {
    const event = value as WatchEvent;
    if (event.type === 'ERROR') {
      const status = event.object as unknown as Status;
      if (status.code === 410) return false;
      throw new StatusError(status);
    }
    if (event.type === 'BOOKMARK') continue;
    if (observe(event.type === 'DELETED' ? undefined : event.object)) return true;
  }
  signal.throwIfAborted();
  return false;
}
