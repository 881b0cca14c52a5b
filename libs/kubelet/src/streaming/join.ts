import type { Readable, Writable } from 'node:stream';

import { messageOf } from '../container/sync-error.ts';
import type { RemoteProcess } from '../runtime/container-runtime.ts';
import type { ClientStreams } from './client-streams.ts';

/** Connects a client with a process until either ends; the client learns how the process ended. */
export async function joinProcess(client: ClientStreams, open: () => Promise<RemoteProcess>): Promise<void> {
  let remote: RemoteProcess;
  try {
    remote = await open();
  } catch (err) {
    await client.finish({ exitCode: 1, error: messageOf(err) });
    return;
  }
  client.onResize((size) => {
    remote.resize(size);
  });
  const output = [pass(remote.stdout, client.stdout), pass(remote.stderr, client.stderr)];
  void pass(client.stdin, remote.stdin);
  const ended = await Promise.race([remote.exit, client.gone]);
  if (ended !== undefined) {
    await Promise.race([Promise.all(output), client.gone]);
    await client.finish(ended);
  }
  remote.close();
}

/** Copies until the source ends, then ends the target; a failure of either ends the copying only. */
async function pass(from: Readable | undefined, to: Writable | undefined): Promise<void> {
  if (from === undefined || to === undefined) return;
  try {
    for await (const chunk of from) {
      if (to.destroyed || to.writableEnded) return;
      if (!to.write(chunk)) await drained(to);
    }
  } catch {
    // The source broke off: its reader is told by the exit status.
  }
  if (!to.destroyed && !to.writableEnded) to.end();
}

function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of ['drain', 'close', 'error']) stream.off(event, done);
      resolve();
    };
    for (const event of ['drain', 'close', 'error']) stream.on(event, done);
  });
}
