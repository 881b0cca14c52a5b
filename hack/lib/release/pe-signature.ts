/** Place of the certificate table among the data directories of a Windows executable. */
const certificateTable = 4;

/**
 * A copy of a Windows executable (PE32+) without its Authenticode signature, which would be wrong once something is put
 * in. Windows runs unsigned files.
 */
export function unsignWindows(original: Buffer): Buffer {
  const header = original.readUInt32LE(0x3c);
  if (original.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('not a Windows executable');
  const optional = header + 24;
  if (original.readUInt16LE(optional) !== 0x20b) throw new Error('not a 64-bit Windows executable');
  const entry = optional + 112 + certificateTable * 8;
  const [offset, size] = [original.readUInt32LE(entry), original.readUInt32LE(entry + 4)];
  if (size === 0) return original;
  if (offset + size !== original.length) throw new Error('the signature is not at the end of the Windows executable');
  const file = Buffer.from(original.subarray(0, offset));
  file.fill(0, entry, entry + 8);
  file.writeUInt32LE(0, optional + 64); // the checksum, which only drivers need
  return file;
}
