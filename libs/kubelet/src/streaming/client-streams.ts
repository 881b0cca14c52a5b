import type { Readable, Writable } from 'node:stream';

import type { ExitStatus } from '../runtime/container-runtime.ts';

/** A client that is connected to a process: what it sends, and where to send the process's output. */
export interface ClientStreams {
  readonly stdin: Readable | undefined;
  readonly stdout: Writable | undefined;
  readonly stderr: Writable | undefined;
  /** Sizes of the client's terminal as they come. */
  onResize(listener: (size: { readonly width: number; readonly height: number }) => void): void;
  /** Resolves when the client has gone away. */
  readonly gone: Promise<void>;
  /** Tells the client how the process ended, and ends the connection. */
  finish(exit: ExitStatus): Promise<void>;
}
