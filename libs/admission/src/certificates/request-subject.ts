import { Buffer } from 'node:buffer';

interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

const organizationOid = '55040a';
const sequence = 0x30;

/** The organizations (O) in the subject of a PEM certificate request; undefined if it cannot be read. */
export function subjectOrganizations(pem: string): readonly string[] | undefined {
  const body = /-----BEGIN CERTIFICATE REQUEST-----([^-]*)-----END CERTIFICATE REQUEST-----/.exec(pem)?.[1];
  if (body === undefined) return undefined;
  const [request] = derValues(Buffer.from(body, 'base64'));
  const [info] = request ? derValues(request.content) : [];
  const subject = info ? derValues(info.content)[1] : undefined;
  if (subject?.tag !== sequence) return undefined;
  return derValues(subject.content)
    .flatMap((set) => derValues(set.content))
    .flatMap(organizationOf);
}

function organizationOf(attribute: DerValue): readonly string[] {
  const [type, value] = derValues(attribute.content);
  if (!type || !value || Buffer.from(type.content).toString('hex') !== organizationOid) return [];
  return [Buffer.from(value.content).toString('utf8')];
}

/** The values of a DER structure one after the other, as far as they can be read. */
function derValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let offset = 0; offset + 2 <= bytes.length;) {
    const tag = bytes[offset] ?? 0;
    const first = bytes[offset + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = offset + 2 + lengthBytes;
    const length =
      lengthBytes === 0 ? first : bytes.slice(offset + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    if (start + length > bytes.length) return values;
    values.push({ tag, content: bytes.slice(start, start + length) });
    offset = start + length;
  }
  return values;
}
