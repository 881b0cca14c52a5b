const encoder = new TextEncoder();

/** Appends protobuf wire values to a growing buffer. */
export class Writer {
  private buffer = new Uint8Array(256);
  private length = 0;

  /** The bytes written so far. */
  finish(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType);
  }

  /** A varint; negative numbers take the ten bytes of their 64-bit two's complement. */
  varint(value: number): void {
    this.reserve(10);
    if (value < 0) {
      let rest = BigInt.asUintN(64, BigInt(Math.trunc(value)));
      while (rest > 127n) {
        this.buffer[this.length++] = Number(rest & 127n) | 128;
        rest >>= 7n;
      }
      this.buffer[this.length++] = Number(rest);
      return;
    }
    let rest = value;
    while (rest > 127) {
      this.buffer[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.buffer[this.length++] = rest;
  }

  double(value: number): void {
    this.reserve(8);
    new DataView(this.buffer.buffer).setFloat64(this.length, value, true);
    this.length += 8;
  }

  bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }

  string(value: string): void {
    this.bytes(encoder.encode(value));
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const grown = new Uint8Array(Math.max(this.buffer.length * 2, this.length + more));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
  }
}
