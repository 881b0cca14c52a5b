import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Bytes by name, as plugins add them to what they encrypt. */
export type Annotations = Readonly<Record<string, Uint8Array>>;

/** How the key of a value is found in its DEK source. */
export const dekSourceTypes = { aesGcmKey: 0, hkdfSha256XnonceAesGcmSeed: 1 } as const;

/**
 * A stored value with what is needed to decrypt it.
 *
 * @go k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2/v2#EncryptedObject
 */
export interface EncryptedObject {
  readonly encryptedData: Uint8Array;
  readonly keyId: string;
  readonly encryptedDekSource: Uint8Array;
  readonly annotations: Annotations;
  readonly dekSourceType: number;
}

export interface KmsStatus {
  readonly version: string;
  readonly healthz: string;
  readonly keyId: string;
}

export interface KmsEncrypted {
  readonly ciphertext: Uint8Array;
  readonly keyId: string;
  readonly annotations: Annotations;
}

const none: Uint8Array = new Uint8Array(0);

export function encodeEncryptedObject(object: EncryptedObject): Uint8Array {
  const writer = new BinaryWriter();
  writeBytes(writer, 1, object.encryptedData);
  writeText(writer, 2, object.keyId);
  writeBytes(writer, 3, object.encryptedDekSource);
  writeAnnotations(writer, 4, object.annotations);
  if (object.dekSourceType !== 0) writer.tag(5, WireType.Varint).int32(object.dekSourceType);
  return writer.finish();
}

export function decodeEncryptedObject(bytes: Uint8Array): EncryptedObject {
  const annotations: Record<string, Uint8Array> = {};
  const object = { encryptedData: none, keyId: '', encryptedDekSource: none, annotations, dekSourceType: 0 };
  readFields(bytes, {
    1: (reader) => (object.encryptedData = reader.bytes()),
    2: (reader) => (object.keyId = reader.string()),
    3: (reader) => (object.encryptedDekSource = reader.bytes()),
    4: (reader) => {
      readAnnotation(reader.bytes(), annotations);
    },
    5: (reader) => (object.dekSourceType = reader.int32()),
  });
  return object;
}

export function decodeStatus(bytes: Uint8Array): KmsStatus {
  const status = { version: '', healthz: '', keyId: '' };
  readFields(bytes, {
    1: (reader) => (status.version = reader.string()),
    2: (reader) => (status.healthz = reader.string()),
    3: (reader) => (status.keyId = reader.string()),
  });
  return status;
}

export function encodeEncryptRequest(plaintext: Uint8Array, uid: string): Uint8Array {
  const writer = new BinaryWriter();
  writeBytes(writer, 1, plaintext);
  writeText(writer, 2, uid);
  return writer.finish();
}

export function decodeEncryptResponse(bytes: Uint8Array): KmsEncrypted {
  const annotations: Record<string, Uint8Array> = {};
  const response = { ciphertext: none, keyId: '', annotations };
  readFields(bytes, {
    1: (reader) => (response.ciphertext = reader.bytes()),
    2: (reader) => (response.keyId = reader.string()),
    3: (reader) => {
      readAnnotation(reader.bytes(), annotations);
    },
  });
  return response;
}

export function encodeDecryptRequest(request: KmsEncrypted, uid: string): Uint8Array {
  const writer = new BinaryWriter();
  writeBytes(writer, 1, request.ciphertext);
  writeText(writer, 2, uid);
  writeText(writer, 3, request.keyId);
  writeAnnotations(writer, 4, request.annotations);
  return writer.finish();
}

export function decodeDecryptResponse(bytes: Uint8Array): Uint8Array {
  let plaintext: Uint8Array = none;
  readFields(bytes, { 1: (reader) => (plaintext = reader.bytes()) });
  return plaintext;
}

function writeBytes(writer: BinaryWriter, field: number, bytes: Uint8Array): void {
  if (bytes.length > 0) writer.tag(field, WireType.LengthDelimited).bytes(bytes);
}

function writeText(writer: BinaryWriter, field: number, text: string): void {
  if (text !== '') writer.tag(field, WireType.LengthDelimited).string(text);
}

function writeAnnotations(writer: BinaryWriter, field: number, annotations: Annotations): void {
  for (const [name, value] of Object.entries(annotations)) {
    writer.tag(field, WireType.LengthDelimited).fork();
    writeText(writer, 1, name);
    writeBytes(writer, 2, value);
    writer.join();
  }
}

function readAnnotation(bytes: Uint8Array, into: Record<string, Uint8Array>): void {
  let name = '';
  let value: Uint8Array = none;
  readFields(bytes, {
    1: (reader) => (name = reader.string()),
    2: (reader) => (value = reader.bytes()),
  });
  into[name] = value;
}

type FieldReaders = Readonly<Record<number, (reader: BinaryReader) => unknown>>;

function readFields(bytes: Uint8Array, fields: FieldReaders): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const read = fields[field];
    if (read === undefined) reader.skip(type, field);
    else read(reader);
  }
}
