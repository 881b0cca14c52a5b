/** Types of control frames (SPDY/3.1). */
export const frameType = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const;

/** Flag of the last frame of a direction. */
export const flagFin = 1;

/** A frame as it came. */
export type Frame =
  | { readonly control: true; readonly type: number; readonly flags: number; readonly payload: Buffer }
  | { readonly control: false; readonly streamId: number; readonly flags: number; readonly payload: Buffer };

/** Makes a control frame. */
export function controlFrame(type: number, flags: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x8003, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

/** Makes a data frame. */
export function dataFrame(streamId: number, flags: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(streamId, 0);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

/** Numbers of 32 bits, one after the other. */
export function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
}

/** Cuts a stream of bytes into frames. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < 8) break;
      const length = rest.readUIntBE(5, 3);
      if (rest.length < 8 + length) break;
      yield parseFrame(rest, rest.subarray(8, 8 + length));
      rest = rest.subarray(8 + length);
    }
  }
}

function parseFrame(head: Buffer, payload: Buffer): Frame {
  const flags = head.readUInt8(4);
  if ((head.readUInt8(0) & 0x80) === 0) return { control: false, streamId: head.readUInt32BE(0), flags, payload };
  return { control: true, type: head.readUInt16BE(2), flags, payload };
}
