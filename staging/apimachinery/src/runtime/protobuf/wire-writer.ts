const encoder = new TextEncoder();
const initialSize = 16 * 1024;
/** Up to this length a loop over the characters is faster than the encoder. */
const shortText = 48;

/** The buffer that writers take turns with: most messages fit, and growing one for each would cost more than writing. */
let spare: Uint8Array | undefined;

/** Writes the protobuf wire format. `finish` ends it. */
export class WireWriter {
  #data: Uint8Array;
  #length = 0;

  constructor() {
    this.#data = spare ?? new Uint8Array(initialSize);
    spare = undefined;
  }

  /** A copy of what was written; the writer must not be used afterwards. */
  finish(): Uint8Array {
    const written = this.#data.slice(0, this.#length);
    if (this.#data.length <= 16 * initialSize) spare = this.#data;
    this.#data = new Uint8Array();
    this.#length = 0;
    return written;
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
    this.header(field, value.length);
    this.raw(value);
  }

  text(field: number, value: string): void {
    this.#varint(field * 8 + 2);
    if (value.length <= shortText && this.#shortAscii(value)) return;
    this.#delimited(() => {
      this.#reserve(value.length * 3);
      this.#length += encoder.encodeInto(value, this.#data.subarray(this.#length)).written;
    });
  }

  /** A nested message that `write` fills. */
  message(field: number, write: (writer: WireWriter) => void): void {
    this.#varint(field * 8 + 2);
    this.#delimited(() => {
      write(this);
    });
  }

  /** What stands before a length-delimited value. */
  header(field: number, length: number): void {
    this.#varint(field * 8 + 2);
    this.#varint(length);
  }

  /** Bytes without tag or length. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#data.set(value, this.#length);
    this.#length += value.length;
  }

  /** Writes in place and then the length in front; what is longer than its length's one byte moves up. */
  #delimited(write: () => void): void {
    this.#reserve(5);
    const start = this.#length + 1;
    this.#length = start;
    write();
    const size = this.#length - start;
    const extra = varintSize(size) - 1;
    if (extra > 0) {
      this.#reserve(extra);
      this.#data.copyWithin(start + extra, start, this.#length);
    }
    this.#length = start - 1;
    this.#varint(size);
    this.#length += size;
  }

  /** False, with nothing written, if there is a character beyond ASCII. */
  #shortAscii(value: string): boolean {
    const { length } = value;
    this.#reserve(length + 1);
    const data = this.#data;
    const start = this.#length + 1;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 127) return false;
      data[start + i] = code;
    }
    data[start - 1] = length;
    this.#length = start + length;
    return true;
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

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) size += 1;
  return size;
}
