import type { Clock } from '@kubescript/apimachinery';
import type {
  Client,
  Discovery,
  EventRecorder,
  OpenApi,
  SharedInformer,
  SharedInformerFactory,
  WorkQueue,
} from '@kubescript/client';
import type { Logger } from '@kubescript/component-base';

/** What controllers work with; one per process, shared by all of them. */
export interface ControllerContext {
  readonly client: Client;
  readonly informers: SharedInformerFactory;
  readonly discovery: Discovery;
  readonly openApi: OpenApi;
  readonly clock: Clock;
  readonly newLogger: (name: string) => Logger;
  /** A recorder whose events are reported by `component`. */
  readonly newRecorder: (component: string) => EventRecorder;
}

/** A control loop. Its constructor registers with the informers; nothing happens before `run`. */
export interface Controller {
  readonly name: string;
  /** Works until the signal; resolves then. */
  run(signal: AbortSignal): Promise<void>;
}

/** A queue and what is done with its keys. */
export interface WorkerOptions {
  readonly name: string;
  readonly queue: WorkQueue;
  readonly workers: number;
  readonly logger: Logger;
  /** Must be in the cache before the first key is looked at. */
  readonly waitFor: readonly Pick<SharedInformer<never>, 'whenSynced'>[];
  /** Brings one object to what it should be. A failure puts the key back with a growing delay. */
  readonly sync: (key: string, signal: AbortSignal) => Promise<void>;
}

/** Works off a queue with several workers until the signal; resolves when all have finished their key. */
export async function runWorkers(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const { queue, waitFor, workers } = options;
  try {
    await Promise.all(waitFor.map((informer) => informer.whenSynced(signal)));
  } catch (err) {
    if (signal.aborted) return;
    throw err;
  }
  const shutDown = (): void => {
    queue.shutDown();
  };
  if (signal.aborted) shutDown();
  signal.addEventListener('abort', shutDown, { once: true });
  await Promise.all(Array.from({ length: workers }, () => runWorker(options, signal)));
  signal.removeEventListener('abort', shutDown);
}

async function runWorker({ queue, sync, logger, name }: WorkerOptions, signal: AbortSignal): Promise<void> {
  for await (const key of queue.keys()) {
    try {
      await sync(key, signal);
      queue.forget(key);
    } catch (err) {
      if (signal.aborted) return;
      logger.debug('sync failed, will be tried again', { controller: name, key, err });
      if (queue.retries(key) === 10) logger.warn('sync keeps failing', { controller: name, key, err });
      queue.addRateLimited(key);
    }
  }
}

/** Splits a key of caches and queues. */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
