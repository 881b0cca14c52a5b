const encoder = new TextEncoder();

/** Writes the protobuf wire format. */
export class WireWriter {
  #data = new Uint8Array(256);
  #length = 0;

  /** What was written. */
  finish(): Uint8Array {
    return this.#data.subarray(0, this.#length);
  }

  integer(field: number, value: number): void {
    this.#varint(field * 8);
    this.#varint(value);
  }

  double(field: number, value: number): void {
    this.#varint(field * 8 + 1);
    this.#reserve(8);
    new DataView(this.#data.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(field: number, value: Uint8Array): void {
    this.#varint(field * 8 + 2);
    this.#varint(value.length);
    this.raw(value);
  }

  text(field: number, value: string): void {
    this.bytes(field, encoder.encode(value));
  }

  /** A nested message that `write` fills. */
  message(field: number, write: (writer: WireWriter) => void): void {
    const nested = new WireWriter();
    write(nested);
    this.bytes(field, nested.finish());
  }

  /** Bytes without tag or length. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#data.set(value, this.#length);
    this.#length += value.length;
  }

  #varint(value: number): void {
    this.#reserve(10);
    if (value >= 0 && value < 0x80000000) {
      let rest = value;
      for (; rest > 127; rest >>>= 7) this.#data[this.#length++] = (rest & 127) | 128;
      this.#data[this.#length++] = rest;
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) this.#data[this.#length++] = Number(rest & 127n) | 128;
    this.#data[this.#length++] = Number(rest);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#data.length) return;
    const grown = new Uint8Array(Math.max(this.#data.length * 2, this.#length + count));
    grown.set(this.#data.subarray(0, this.#length));
    this.#data = grown;
  }
}
