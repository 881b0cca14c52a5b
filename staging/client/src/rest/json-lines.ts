const newline = 0x0a;

/** The JSON values of a newline-delimited stream. A last line without its newline (a cut connection) is dropped. */
export async function* jsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator {
  let pending: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      pending.push(chunk.subarray(start, end));
      const line = textOf(pending);
      pending = [];
      start = end + 1;
      if (line.trim() !== '') yield JSON.parse(line);
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8');
}
