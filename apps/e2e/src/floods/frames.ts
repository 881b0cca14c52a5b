/** The kinds of frames of HTTP/2. @see RFC 9113, section 6 */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** What a client says first. */
export const preface: Buffer = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** A frame of HTTP/2. */
export interface Frame {
  readonly type: number;
  readonly flags?: number;
  readonly stream?: number;
  readonly payload?: Uint8Array;
}

/** Its bytes. */
export function frame({ type, flags = 0, stream = 0, payload = Buffer.alloc(0) }: Frame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header field that is not remembered (HPACK, RFC 7541, section 6.2.2); name and value are shorter than 127 bytes. */
export function literalField(name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)];
  return Buffer.concat([Buffer.from([0, nameBytes.length]), nameBytes, Buffer.from([valueBytes.length]), valueBytes]);
}

/** The header block of a GET. */
export function getBlock(path: string, token: string): Buffer {
  return Buffer.concat([
    Buffer.from([0x82, 0x87]),
    literalField(':path', path),
    literalField(':authority', 'a'),
    literalField('authorization', `Bearer ${token}`),
  ]);
}

/** A setting and its value, as SETTINGS holds them. */
export function setting(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id, 0);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

/** A number of 32 bits. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value, 0);
  return bytes;
}
