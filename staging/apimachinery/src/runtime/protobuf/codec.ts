import { groupVersionKindOf } from '../../schema/group-version.ts';
import type { TypeSchemas } from '../../schema/type-schema.ts';
import { StructWire } from './struct-wire.ts';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

/** "k8s" and a zero: what every binary object starts with. */
const magic = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

/** What an envelope says of its object. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The codec of `application/vnd.kubernetes.protobuf`: an envelope with the type of the object, and the object. */
export interface ObjectProtobufCodec {
  /** The object must state its apiVersion and kind; throws an Error for kinds without schema. */
  encode(object: unknown): Uint8Array;
  /** The object without its envelope: the form within lists. */
  encodeBare(object: unknown): Uint8Array;
  /** A bare object in its envelope. */
  wrap(type: ObjectType, bare: Uint8Array): Uint8Array;
  /** A list of bare objects, all of one kind: the parts of the message in order, the items among them not copied. */
  encodeList(type: ObjectType, metadata: Readonly<Record<string, unknown>>, items: readonly Uint8Array[]): Uint8Array[];
  /** The JSON value, with apiVersion and kind; throws an Error if the data is malformed or the kind unknown. */
  decode(data: Uint8Array): unknown;
}

/** @go k8s.io/apimachinery/pkg/runtime/serializer/protobuf#Serializer */
export function newProtobufCodec(schemas: TypeSchemas): ObjectProtobufCodec {
  const structs = new StructWire(schemas);
  const schemaOf = (type: {
    readonly apiVersion: string;
    readonly kind: string;
  }): ReturnType<TypeSchemas['struct']> => {
    const kind = groupVersionKindOf(type);
    const schema = schemas.kind(kind) ?? (type.kind === 'Status' ? schemas.struct(statusName) : undefined);
    if (!schema) throw new Error(`no kind "${type.kind}" is registered for version "${type.apiVersion}"`);
    return schema;
  };
  const encodeBare = (object: unknown): Uint8Array => {
    const { apiVersion = '', kind = '' } = object as Partial<ObjectType>;
    const body = new WireWriter();
    structs.write(body, object as Record<string, unknown>, schemaOf({ apiVersion, kind }));
    return body.finish();
  };
  return {
    encode(object) {
      const { apiVersion = '', kind = '' } = object as Partial<ObjectType>;
      return writeEnvelope({ apiVersion, kind }, encodeBare(object));
    },
    encodeBare,
    wrap: writeEnvelope,
    encodeList(type, metadata, items) {
      const meta = new WireWriter();
      meta.message(1, (nested) => {
        structs.write(nested, metadata, schemas.struct(listMetaName));
      });
      return envelopeParts(type, [meta.finish(), ...items.flatMap((item) => [headerOf(2, item.length), item])]);
    },
    decode(data) {
      const { type, raw } = readEnvelope(data);
      return { kind: type.kind, apiVersion: type.apiVersion, ...structs.read(raw, schemaOf(type)) };
    },
  };
}

const listMetaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';
const statusName = 'io.k8s.apimachinery.pkg.apis.meta.v1.Status';

interface Envelope {
  readonly type: ObjectType;
  readonly raw: Uint8Array;
}

/** runtime.Unknown: the type in field 1, the object in field 2, and two empty texts. */
function writeEnvelope(type: ObjectType, raw: Uint8Array): Uint8Array {
  const writer = new WireWriter();
  for (const part of envelopeParts(type, [raw])) writer.raw(part);
  return writer.finish();
}

/** An envelope around an object in parts. */
function envelopeParts({ apiVersion, kind }: ObjectType, raw: readonly Uint8Array[]): Uint8Array[] {
  const head = new WireWriter();
  head.raw(magic);
  head.message(1, (type) => {
    type.text(1, apiVersion);
    type.text(2, kind);
  });
  let size = 0;
  for (const part of raw) size += part.length;
  head.header(2, size);
  return [head.finish(), ...raw, envelopeEnd];
}

function headerOf(field: number, length: number): Uint8Array {
  const writer = new WireWriter();
  writer.header(field, length);
  return writer.finish();
}

/** Two empty texts, contentEncoding and contentType. */
const envelopeEnd = Uint8Array.of(0x1a, 0, 0x22, 0);

function readEnvelope(data: Uint8Array): Envelope {
  if (!magic.every((byte, index) => data[index] === byte)) {
    throw new Error('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]');
  }
  const reader = new WireReader(data.subarray(magic.length));
  let type = { apiVersion: '', kind: '' };
  let raw: Uint8Array = new Uint8Array();
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.field === 1) type = readType(reader.bytes());
    else if (tag.field === 2) raw = reader.bytes();
    else reader.skip(tag);
  }
  return { type, raw };
}

function readType(data: Uint8Array): Envelope['type'] {
  const reader = new WireReader(data);
  let apiVersion = '';
  let kind = '';
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.field === 1) apiVersion = reader.text();
    else if (tag.field === 2) kind = reader.text();
    else reader.skip(tag);
  }
  return { apiVersion, kind };
}
