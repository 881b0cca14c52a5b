import type { Aggregator } from './aggregator.ts';

/** A step of the start that has a health check of its own. */
export interface AggregatorHook {
  /** As in `/readyz/poststarthook/NAME`. */
  readonly name: string;
  /** The name of its health check, where that is another. */
  readonly check?: string;
  run(signal: AbortSignal): Promise<void>;
}

/** The steps of an aggregator that is running, in upstream's order; the server is ready when all have succeeded. */
export function aggregatorHooks(aggregator: Pick<Aggregator, 'synced' | 'registered'>): readonly AggregatorHook[] {
  const synced = (name: string): AggregatorHook => ({
    name,
    run: (signal) => unlessAborted(aggregator.synced, signal),
  });
  return [
    synced('start-kube-aggregator-informers'),
    synced('apiservice-status-local-available-controller'),
    synced('apiservice-status-remote-available-controller'),
    synced('apiservice-registration-controller'),
    synced('apiservice-wait-for-first-sync'),
    synced('apiservice-discovery-controller'),
    synced('kube-apiserver-autoregistration'),
    {
      name: 'autoregister-completion',
      check: 'autoregister-completion',
      run: (signal) => unlessAborted(aggregator.registered, signal),
    },
    synced('apiservice-openapi-controller'),
    synced('apiservice-openapiv3-controller'),
  ];
}

function unlessAborted(milestone: Promise<undefined>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void milestone.then(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
  });
}
