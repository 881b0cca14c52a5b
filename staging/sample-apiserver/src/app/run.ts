import { TaskGroup } from '@kubescript/apimachinery';

import type { SampleApiserverConfig } from './config.ts';

/** Serves until the signal; `onServing` is called once, with the port, when requests can be answered. */
export async function serve(
  { logger, listener, authenticator }: SampleApiserverConfig,
  signal: AbortSignal,
  onServing: (port: number) => void = () => undefined,
): Promise<void> {
  const tasks = new TaskGroup(signal);
  tasks.spawn('authentication', (taskSignal) => authenticator.run(taskSignal));
  try {
    await authenticator.synced(tasks.signal);
    const { port, address } = await listener.listen();
    logger.info('ready', { address: `https://${address}:${String(port)}` });
    onServing(port);
    await aborted(tasks.signal);
  } finally {
    tasks.stop();
    await listener.close();
    await tasks.wait();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
