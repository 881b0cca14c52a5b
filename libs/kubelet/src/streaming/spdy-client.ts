import { once } from 'node:events';
import type { Duplex } from 'node:stream';

import type { StreamOptions } from '../runtime/container-runtime.ts';
import { SpdySession } from '@kubescript/client';
import type { SpdyStream } from '@kubescript/client';
import type { ClientStreams } from './client-streams.ts';
import { formatExit } from './remote-status.ts';

/** Stream protocols of exec and attach over SPDY, best first. */
export const spdyProtocols = ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io'] as const;

/** The streams of a client that came by SPDY; resolves when it has opened all that it asked for. */
export async function spdyClient(socket: Duplex, options: StreamOptions, protocol: string): Promise<ClientStreams> {
  const withResize = options.tty && (protocol.startsWith('v3') || protocol.startsWith('v4'));
  const wanted = [
    'error',
    ...(options.stdin ? ['stdin'] : []),
    ...(options.stdout ? ['stdout'] : []),
    ...(options.stderr && !options.tty ? ['stderr'] : []),
    ...(withResize ? ['resize'] : []),
  ];
  const streams = new Map<string, SpdyStream>();
  const complete = new AbortController();
  const allOpen = once(complete.signal, 'abort');
  const session = new SpdySession(socket, (stream) => {
    streams.set(stream.headers['streamtype'] ?? '', stream);
    if (wanted.every((name) => streams.has(name))) complete.abort();
  });
  await Promise.race([allOpen, session.closed]);
  for (const name of ['error', 'stdout', 'stderr']) streams.get(name)?.resume();
  return {
    stdin: streams.get('stdin'),
    stdout: streams.get('stdout'),
    stderr: streams.get('stderr'),
    gone: session.closed,
    onResize: (listener) => {
      streams.get('resize')?.on('data', (data: Buffer) => {
        for (const size of parseSizes(data)) listener(size);
      });
    },
    finish: async (exit) => {
      const error = streams.get('error');
      const plain =
        exit.error || (exit.exitCode === 0 ? '' : `command terminated with exit code ${String(exit.exitCode)}`);
      error?.end(protocol.startsWith('v4') ? formatExit(exit) : plain);
      streams.get('stdin')?.end();
      session.close();
      await session.closed;
    },
  };
}

function parseSizes(data: Buffer): { readonly width: number; readonly height: number }[] {
  return [...data.toString().matchAll(/\{[^}]*\}/g)].flatMap(([text]) => {
    try {
      const { Width = 0, Height = 0 } = JSON.parse(text) as { readonly Width?: number; readonly Height?: number };
      return [{ width: Width, height: Height }];
    } catch {
      return [];
    }
  });
}
