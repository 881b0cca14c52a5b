import { PassThrough, Writable } from 'node:stream';

import type { WebSocket } from 'ws';

import type { StreamOptions } from '../runtime/container-runtime.ts';
import type { ClientStreams } from './client-streams.ts';
import { formatExit } from './remote-status.ts';

/** Channels of the subprotocols, by the first byte (or digit) of each message. */
const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

/** Subprotocols of exec and attach, best first. */
export const websocketProtocols = [
  'v5.channel.k8s.io',
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
  'v3.channel.k8s.io',
  'channel.k8s.io',
  'base64.channel.k8s.io',
] as const;

/** The streams of a client that came by WebSocket. */
export function websocketClient(socket: WebSocket, options: StreamOptions): ClientStreams {
  const base64 = socket.protocol.includes('base64');
  const stdin = options.stdin ? new PassThrough() : undefined;
  let resized: ((size: { readonly width: number; readonly height: number }) => void) | undefined;
  socket.on('message', (data: Buffer) => {
    const message = base64 ? decodeBase64(data) : data;
    const [kind] = message;
    const payload = message.subarray(1);
    if (kind === channel.stdin) stdin?.write(payload);
    else if (kind === channel.resize) resized?.(parseSize(payload));
    else if (kind === channel.close && payload[0] === channel.stdin) stdin?.end();
  });
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => {
      stdin?.end();
      resolve();
    });
  });
  const send = (kind: number, data: Uint8Array): Promise<void> => sendMessage(socket, kind, data, base64);
  const stdout = options.stdout ? writableTo(channel.stdout, send) : undefined;
  const stderr = options.stderr && !options.tty ? writableTo(channel.stderr, send) : undefined;
  void send(
    stdout === undefined ? (stderr === undefined ? channel.error : channel.stderr) : channel.stdout,
    Buffer.alloc(0),
  );
  return {
    ...{ stdin, stdout, stderr, gone },
    onResize: (listener) => {
      resized = listener;
    },
    finish: async (exit) => {
      const plain = !/^v[45]/.test(socket.protocol);
      const text = plain
        ? exit.error || (exit.exitCode === 0 ? '' : `command terminated with exit code ${String(exit.exitCode)}`)
        : formatExit(exit);
      if (text !== '') await send(channel.error, Buffer.from(text));
      socket.close(1000);
      await gone;
    },
  };
}

function sendMessage(socket: WebSocket, kind: number, data: Uint8Array, base64: boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      resolve();
    };
    if (base64) socket.send(`${String(kind)}${Buffer.from(data).toString('base64')}`, { binary: false }, done);
    else socket.send(Buffer.concat([Buffer.from([kind]), data]), { binary: true }, done);
  });
}

function decodeBase64(data: Buffer): Buffer {
  const text = data.toString('latin1');
  const kind = Number(text.slice(0, 1));
  return Buffer.concat([Buffer.from([kind]), Buffer.from(text.slice(1), 'base64')]);
}

function writableTo(kind: number, send: (kind: number, data: Uint8Array) => Promise<void>): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      send(kind, chunk).then(() => {
        done();
      }, done);
    },
  });
}

function parseSize(payload: Buffer): { readonly width: number; readonly height: number } {
  try {
    const size = JSON.parse(payload.toString()) as { readonly Width?: number; readonly Height?: number };
    return { width: size.Width ?? 0, height: size.Height ?? 0 };
  } catch {
    return { width: 0, height: 0 };
  }
}
