import type { Duplex } from 'node:stream';

import { controlFrame, dataFrame, flagFin, frameType, readFrames, words } from './frames.ts';
import type { Frame } from './frames.ts';
import { HeaderReader, HeaderWriter } from './header-block.ts';
import type { SpdyHeaders } from './header-block.ts';
import { SpdyStream } from './stream.ts';
import type { StreamCarrier } from './stream.ts';

const chunkSize = 32 * 1024;

/**
 * One end of an SPDY/3.1 connection as Kubernetes speaks it: streams with headers, half-close, reset and ping; no
 * windows and no priorities.
 */
export class SpdySession implements StreamCarrier {
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  private readonly socket: Duplex;
  private readonly onStream: ((stream: SpdyStream) => void) | undefined;
  private readonly streams = new Map<number, SpdyStream>();
  private readonly headerWriter = new HeaderWriter();
  private readonly headerReader = new HeaderReader();
  private nextId: number;
  private lastRemoteId = 0;

  /** With `onStream` it is the server's end, without the client's. */
  constructor(socket: Duplex, onStream?: (stream: SpdyStream) => void) {
    this.socket = socket;
    this.onStream = onStream;
    this.nextId = onStream === undefined ? 1 : 2;
    socket.on('error', () => undefined);
    this.closed = this.run();
  }

  /** Opens a stream to the other end. */
  open(headers: SpdyHeaders): SpdyStream {
    const id = this.nextId;
    this.nextId += 2;
    const stream = new SpdyStream(id, headers, this);
    this.streams.set(id, stream);
    const head = Buffer.concat([words(id, 0), Buffer.from([0, 0])]);
    this.socket.write(controlFrame(frameType.synStream, 0, Buffer.concat([head, this.headerWriter.write(headers)])));
    return stream;
  }

  /** Says goodbye and ends the connection once what was written is sent. */
  close(): void {
    if (this.socket.destroyed || this.socket.writableEnded) return;
    this.socket.end(controlFrame(frameType.goAway, 0, words(this.lastRemoteId, 0)));
  }

  sendData(streamId: number, data: Uint8Array, fin: boolean, done: (err?: Error | null) => void): void {
    if (this.socket.destroyed || this.socket.writableEnded) {
      done(fin ? null : new Error('the connection has ended'));
      return;
    }
    for (let offset = 0; offset + chunkSize < data.length; offset += chunkSize) {
      this.socket.write(dataFrame(streamId, 0, data.subarray(offset, offset + chunkSize)));
    }
    const last = data.length === 0 ? 0 : Math.floor((data.length - 1) / chunkSize) * chunkSize;
    this.socket.write(dataFrame(streamId, fin ? flagFin : 0, data.subarray(last)), done);
  }

  sendReset(streamId: number): void {
    const cancel = 5;
    if (this.socket.destroyed || this.socket.writableEnded) return;
    this.socket.write(controlFrame(frameType.rstStream, 0, words(streamId, cancel)));
  }

  streamClosed(streamId: number): void {
    this.streams.delete(streamId);
  }

  private async run(): Promise<void> {
    try {
      for await (const frame of readFrames(this.socket as AsyncIterable<Buffer>)) await this.handle(frame);
    } catch {
      // A broken connection ends its streams below, which is all that anybody can do about it.
    } finally {
      for (const stream of [...this.streams.values()]) {
        stream.receiveEnd();
        if (!stream.writableEnded) stream.end();
      }
      this.headerReader.close();
      this.socket.destroy();
    }
  }

  private async handle(frame: Frame): Promise<void> {
    if (!frame.control) {
      const stream = this.streams.get(frame.streamId);
      await stream?.receive(frame.payload);
      if ((frame.flags & flagFin) !== 0) stream?.receiveEnd();
      return;
    }
    const { payload } = frame;
    switch (frame.type) {
      case frameType.synStream:
        return this.acceptStream(payload, frame.flags);
      case frameType.synReply:
      case frameType.headers:
        await this.headerReader.read(payload.subarray(4));
        if ((frame.flags & flagFin) !== 0) this.streams.get(payload.readUInt32BE(0))?.receiveEnd();
        return;
      case frameType.rstStream:
        this.streams.get(payload.readUInt32BE(0))?.receiveReset();
        return;
      case frameType.ping:
        this.answerPing(payload);
        return;
      default:
        return;
    }
  }

  private async acceptStream(payload: Buffer, flags: number): Promise<void> {
    const id = payload.readUInt32BE(0) & 0x7fffffff;
    const headers = await this.headerReader.read(payload.subarray(10));
    if (this.onStream === undefined) {
      this.sendReset(id);
      return;
    }
    this.lastRemoteId = id;
    const stream = new SpdyStream(id, headers, this);
    this.streams.set(id, stream);
    if ((flags & flagFin) !== 0) stream.receiveEnd();
    this.socket.write(controlFrame(frameType.synReply, 0, Buffer.concat([words(id), this.headerWriter.write({})])));
    this.onStream(stream);
  }

  /** Pings of the other end (its ids are odd if it is the client) come back as they are. */
  private answerPing(payload: Buffer): void {
    const fromClient = payload.readUInt32BE(0) % 2 === 1;
    if (fromClient === (this.onStream !== undefined)) this.socket.write(controlFrame(frameType.ping, 0, payload));
  }
}
