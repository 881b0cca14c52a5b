import { Duplex } from 'node:stream';

import type { SpdyHeaders } from './header-block.ts';

/** What a stream asks of its session. */
export interface StreamCarrier {
  sendData(streamId: number, data: Uint8Array, fin: boolean, done: (err?: Error | null) => void): void;
  sendReset(streamId: number): void;
  streamClosed(streamId: number): void;
}

const maxBuffered = 1024 * 1024;

/** One stream of an SPDY connection. Ending it half-closes it; destroying it resets it. */
export class SpdyStream extends Duplex {
  readonly id: number;
  readonly headers: SpdyHeaders;
  private readonly carrier: StreamCarrier;
  private wanted: (() => void) | undefined;
  private remoteEnded = false;
  private reset = false;

  constructor(id: number, headers: SpdyHeaders, carrier: StreamCarrier) {
    super({ allowHalfOpen: true });
    this.id = id;
    this.headers = headers;
    this.carrier = carrier;
    this.on('error', () => undefined);
  }

  /** Takes data of the other end; resolves when there is room for more. */
  receive(data: Buffer): Promise<void> | undefined {
    if (this.destroyed || this.remoteEnded || data.length === 0) return undefined;
    this.push(Buffer.from(data));
    if (this.readableLength < maxBuffered) return undefined;
    return new Promise((resolve) => {
      this.wanted = resolve;
    });
  }

  /** The other end will send no more. */
  receiveEnd(): void {
    if (this.remoteEnded || this.destroyed) return;
    this.remoteEnded = true;
    this.push(null);
  }

  /** The other end broke the stream off: what it sent before can still be read, and nothing more can be sent. */
  receiveReset(): void {
    this.reset = true;
    this.receiveEnd();
    if (!this.writableEnded) this.end();
  }

  override _read(): void {
    this.wanted?.();
    this.wanted = undefined;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (err?: Error | null) => void): void {
    if (this.reset) done();
    else this.carrier.sendData(this.id, chunk, false, done);
  }

  override _final(done: (err?: Error | null) => void): void {
    if (this.reset) done();
    else this.carrier.sendData(this.id, Buffer.alloc(0), true, done);
  }

  override _destroy(err: Error | null, done: (err?: Error | null) => void): void {
    this.wanted?.();
    if (!this.reset && !(this.writableFinished && this.remoteEnded)) this.carrier.sendReset(this.id);
    this.carrier.streamClosed(this.id);
    done(err);
  }
}
