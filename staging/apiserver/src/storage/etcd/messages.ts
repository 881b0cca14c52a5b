import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/**
 * The few messages of etcd's v3 API that the store needs, written and read field by field (etcd/api/etcdserverpb/rpc.proto,
 * mvccpb/kv.proto). Revisions and counts fit a double, so int64 are numbers here.
 */

/** A key as etcd has it. */
export interface EtcdKeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  readonly createRevision: number;
  readonly modRevision: number;
}

export interface RangeRequest {
  readonly key: string;
  readonly rangeEnd?: string;
  readonly limit?: number;
  readonly revision?: number;
  readonly countOnly?: boolean;
  readonly keysOnly?: boolean;
  /** Only keys that were written at this revision or later; `count` still counts all. */
  readonly minModRevision?: number;
}

export interface RangeResponse {
  readonly revision: number;
  readonly kvs: readonly EtcdKeyValue[];
  readonly more: boolean;
  readonly count: number;
}

/** A write that happens if the key's modRevision is `expected`; otherwise the key is read. */
export interface ConditionalWrite {
  readonly key: string;
  readonly expected: number;
  /** undefined: delete. */
  readonly value: Uint8Array | undefined;
  readonly lease?: bigint;
}

export interface ConditionalResult {
  readonly revision: number;
  readonly succeeded: boolean;
  readonly current: EtcdKeyValue | undefined;
}

export interface WatchCreate {
  readonly key: string;
  readonly rangeEnd: string;
  readonly startRevision: number;
}

export type WatchRequest = { readonly create: WatchCreate } | { readonly progress: true };

export interface WatchResponse {
  readonly revision: number;
  readonly created: boolean;
  readonly canceled: boolean;
  readonly compactRevision: number;
  readonly cancelReason: string;
  readonly events: readonly {
    readonly type: 'put' | 'delete';
    readonly kv: EtcdKeyValue;
    readonly previous?: EtcdKeyValue;
  }[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NO_BYTES = new Uint8Array(0);
const NO_KEY: EtcdKeyValue = { key: '', value: NO_BYTES, createRevision: 0, modRevision: 0 };

export function encodeRange(request: RangeRequest): Buffer {
  return Buffer.from(writeRange(new BinaryWriter(), request).finish());
}

function writeRange(writer: BinaryWriter, request: RangeRequest): BinaryWriter {
  writeText(writer, 1, request.key);
  writeText(writer, 2, request.rangeEnd ?? '');
  writeInt(writer, 3, request.limit ?? 0);
  writeInt(writer, 4, request.revision ?? 0);
  if (request.keysOnly === true) writer.tag(8, WireType.Varint).bool(true);
  if (request.countOnly === true) writer.tag(9, WireType.Varint).bool(true);
  writeInt(writer, 10, request.minModRevision ?? 0);
  return writer;
}

export function decodeRange(bytes: Uint8Array): RangeResponse {
  const kvs: EtcdKeyValue[] = [];
  const result = { revision: 0, kvs, more: false, count: 0 };
  readFields(bytes, {
    1: (reader) => {
      result.revision = readHeader(reader.bytes());
    },
    2: (reader) => kvs.push(readKeyValue(reader.bytes())),
    3: (reader) => {
      result.more = reader.bool();
    },
    4: (reader) => {
      result.count = Number(reader.int64());
    },
  });
  return result;
}

export function encodeConditionalWrite(write: ConditionalWrite): Buffer {
  const writer = new BinaryWriter();
  // Compare: target MOD (2), result EQUAL (0, the default).
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(2, WireType.Varint).int32(2);
  writeText(writer, 3, write.key);
  writer.tag(6, WireType.Varint).int64(write.expected);
  writer.join();
  writer.tag(2, WireType.LengthDelimited).fork();
  if (write.value === undefined) {
    writer.tag(3, WireType.LengthDelimited).fork();
    writeText(writer, 1, write.key);
  } else {
    writer.tag(2, WireType.LengthDelimited).fork();
    writeText(writer, 1, write.key);
    writer.tag(2, WireType.LengthDelimited).bytes(write.value);
    writeInt(writer, 3, write.lease ?? 0n);
  }
  writer.join().join();
  writer.tag(3, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).fork();
  writeRange(writer, { key: write.key });
  writer.join().join();
  return Buffer.from(writer.finish());
}

export function decodeConditionalResult(bytes: Uint8Array): ConditionalResult {
  let current: EtcdKeyValue | undefined;
  const result = { revision: 0, succeeded: false };
  readFields(bytes, {
    1: (reader) => {
      result.revision = readHeader(reader.bytes());
    },
    2: (reader) => {
      result.succeeded = reader.bool();
    },
    3: (reader) => {
      readFields(reader.bytes(), {
        1: (inner) => {
          current = decodeRange(inner.bytes()).kvs[0];
        },
      });
    },
  });
  return { ...result, current };
}

export function encodeCompaction(revision: number): Buffer {
  const writer = new BinaryWriter();
  writeInt(writer, 1, revision);
  return Buffer.from(writer.finish());
}

export function encodeLeaseGrant(ttlSeconds: number): Buffer {
  const writer = new BinaryWriter();
  writeInt(writer, 1, ttlSeconds);
  return Buffer.from(writer.finish());
}

/** The id of a granted lease, which needs all 64 bits. */
export function decodeLeaseGrant(bytes: Uint8Array): bigint {
  let id = 0n;
  readFields(bytes, {
    2: (reader) => {
      id = BigInt(reader.int64());
    },
  });
  return id;
}

/** What a server says of itself. */
export interface EtcdStatus {
  readonly version: string;
  /** Of the database file, in bytes. */
  readonly size: number;
}

export function decodeStatus(bytes: Uint8Array): EtcdStatus {
  const status = { version: '', size: 0 };
  readFields(bytes, {
    2: (reader) => {
      status.version = reader.string();
    },
    3: (reader) => {
      status.size = Number(reader.int64());
    },
  });
  return status;
}

export function encodeWatch(request: WatchRequest): Buffer {
  const writer = new BinaryWriter();
  if ('progress' in request) {
    writer.tag(3, WireType.LengthDelimited).fork().join();
    return Buffer.from(writer.finish());
  }
  writer.tag(1, WireType.LengthDelimited).fork();
  writeText(writer, 1, request.create.key);
  writeText(writer, 2, request.create.rangeEnd);
  writeInt(writer, 3, request.create.startRevision);
  writer.tag(4, WireType.Varint).bool(true);
  writer.tag(6, WireType.Varint).bool(true);
  writer.join();
  return Buffer.from(writer.finish());
}

export function decodeWatch(bytes: Uint8Array): WatchResponse {
  const events: WatchResponse['events'][number][] = [];
  const result = { revision: 0, created: false, canceled: false, compactRevision: 0, cancelReason: '', events };
  readFields(bytes, {
    1: (reader) => {
      result.revision = readHeader(reader.bytes());
    },
    3: (reader) => {
      result.created = reader.bool();
    },
    4: (reader) => {
      result.canceled = reader.bool();
    },
    5: (reader) => {
      result.compactRevision = Number(reader.int64());
    },
    6: (reader) => {
      result.cancelReason = reader.string();
    },
    11: (reader) => events.push(readEvent(reader.bytes())),
  });
  return result;
}

function readEvent(bytes: Uint8Array): WatchResponse['events'][number] {
  const event: { type: 'put' | 'delete'; kv: EtcdKeyValue; previous?: EtcdKeyValue } = { type: 'put', kv: NO_KEY };
  readFields(bytes, {
    1: (reader) => {
      if (reader.int32() === 1) event.type = 'delete';
    },
    2: (reader) => {
      event.kv = readKeyValue(reader.bytes());
    },
    3: (reader) => {
      event.previous = readKeyValue(reader.bytes());
    },
  });
  return event;
}

function readHeader(bytes: Uint8Array): number {
  let revision = 0;
  readFields(bytes, {
    3: (reader) => {
      revision = Number(reader.int64());
    },
  });
  return revision;
}

function readKeyValue(bytes: Uint8Array): EtcdKeyValue {
  const kv: { -readonly [K in keyof EtcdKeyValue]: EtcdKeyValue[K] } = {
    key: '',
    value: NO_BYTES,
    createRevision: 0,
    modRevision: 0,
  };
  readFields(bytes, {
    1: (reader) => {
      kv.key = decoder.decode(reader.bytes());
    },
    2: (reader) => {
      kv.createRevision = Number(reader.int64());
    },
    3: (reader) => {
      kv.modRevision = Number(reader.int64());
    },
    5: (reader) => {
      kv.value = reader.bytes();
    },
  });
  return kv;
}

/** Calls the handler of each field that has one, and skips the others. */
function readFields(bytes: Uint8Array, handlers: Readonly<Record<number, (reader: BinaryReader) => unknown>>): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const handler = handlers[field];
    if (handler === undefined) reader.skip(type);
    else handler(reader);
  }
}

function writeText(writer: BinaryWriter, field: number, text: string): void {
  if (text !== '') writer.tag(field, WireType.LengthDelimited).bytes(encoder.encode(text));
}

function writeInt(writer: BinaryWriter, field: number, value: number | bigint): void {
  if (value !== 0 && value !== 0n) writer.tag(field, WireType.Varint).int64(value);
}
