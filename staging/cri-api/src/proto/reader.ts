const decoder = new TextDecoder();

/** Reads protobuf wire values from a buffer; throws RangeError where it ends too early. */
export class Reader {
  private offset = 0;
  private readonly buffer: Uint8Array;

  constructor(buffer: Uint8Array) {
    this.buffer = buffer;
  }

  get done(): boolean {
    return this.offset >= this.buffer.length;
  }

  /** An unsigned varint as a number, exact to 2^53. */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw new RangeError('a varint of more than ten bytes');
  }

  /** A signed 64-bit varint as a number. */
  signed(): number {
    const start = this.offset;
    const value = this.varint();
    if (value < 2 ** 63) return value;
    this.offset = start;
    return Number(BigInt.asIntN(64, this.bigVarint()));
  }

  double(): number {
    this.need(8);
    const view = new DataView(this.buffer.buffer, this.buffer.byteOffset + this.offset, 8);
    this.offset += 8;
    return view.getFloat64(0, true);
  }

  bytes(): Uint8Array {
    const length = this.varint();
    this.need(length);
    const value = this.buffer.subarray(this.offset, this.offset + length);
    this.offset += length;
    return value;
  }

  string(): string {
    return decoder.decode(this.bytes());
  }

  /** Passes over a value of a field that is not known. */
  skip(wireType: number): void {
    if (wireType === 0) this.varint();
    else if (wireType === 1) this.advance(8);
    else if (wireType === 2) this.bytes();
    else if (wireType === 5) this.advance(4);
    else throw new RangeError(`protobuf wire type ${String(wireType)} is not supported`);
  }

  private bigVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError('a varint of more than ten bytes');
  }

  private byte(): number {
    const byte = this.buffer[this.offset++];
    if (byte === undefined) throw new RangeError('a protobuf message ends in the middle of a value');
    return byte;
  }

  private advance(count: number): void {
    this.need(count);
    this.offset += count;
  }

  private need(count: number): void {
    if (this.offset + count > this.buffer.length) {
      throw new RangeError('a protobuf message ends in the middle of a value');
    }
  }
}
