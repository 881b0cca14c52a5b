/** What precedes a value on the wire: its field number and how it is written. */
export interface Tag {
  readonly field: number;
  readonly wireType: number;
}

const decoder = new TextDecoder();

/** Reads the protobuf wire format. Throws an Error if the data ends too early or is malformed. */
export class WireReader {
  #at = 0;
  readonly #data: Uint8Array;
  readonly #view: DataView;

  constructor(data: Uint8Array) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  get done(): boolean {
    return this.#at >= this.#data.length;
  }

  tag(): Tag {
    const tag = this.varint();
    return { field: Math.floor(tag / 8), wireType: tag % 8 };
  }

  /** A varint as a signed 64-bit number; beyond 2^53 it loses precision. */
  varint(): number {
    let low = 0;
    let shift = 0;
    for (; shift < 28; shift += 7) {
      const byte = this.#byte();
      low |= (byte & 127) << shift;
      if (byte < 128) return low;
    }
    let value = BigInt(low);
    for (; shift < 70; shift += 7) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << BigInt(shift);
      if (byte < 128) return Number(BigInt.asIntN(64, value));
    }
    throw new Error('a varint is too long');
  }

  double(): number {
    this.#need(8);
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  /** Length-delimited bytes, not copied. */
  bytes(): Uint8Array {
    const length = this.varint();
    this.#need(length);
    const bytes = this.#data.subarray(this.#at, this.#at + length);
    this.#at += length;
    return bytes;
  }

  text(): string {
    return decoder.decode(this.bytes());
  }

  /** Passes over a value that nobody wants. */
  skip({ wireType }: Tag): void {
    if (wireType === 0) this.varint();
    else if (wireType === 1) this.#advance(8);
    else if (wireType === 2) this.bytes();
    else if (wireType === 5) this.#advance(4);
    else throw new Error(`wire type ${wireType} is unknown`);
  }

  #advance(count: number): void {
    this.#need(count);
    this.#at += count;
  }

  #need(count: number): void {
    if (count < 0 || this.#at + count > this.#data.length) throw new Error('unexpected EOF');
  }

  #byte(): number {
    this.#need(1);
    return this.#data[this.#at++] ?? 0;
  }
}
