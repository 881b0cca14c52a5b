import {
  type DeepReadonly,
  type GroupVersionKind,
  type KubeObject,
  type TypeSchemas,
  apiVersionOf,
  encodedForm,
} from '@kubescript/apimachinery';

import { goJsonBytes, utf8 } from '../util/go-json.ts';

/** What the JSON that is served of objects of a kind, without apiVersion and kind, is filed under. */
export function servedJsonKey(kind: GroupVersionKind): string {
  return apiVersionOf(kind) + keySuffix;
}

/** Whether an encoding is filed under such a key. */
export function isServedJsonKey(key: string): boolean {
  return key.endsWith(keySuffix);
}

const keySuffix = ';application/json';

const uidMember = Buffer.from('"uid":"');
const versionMember = Buffer.from('"resourceVersion":"');
const quote = 0x22;
const openBrace = Buffer.from('{');

/**
 * The JSON that stored objects of a built-in kind are kept as: what is served of them, but for the resourceVersion.
 * Whoever has the stored value of an object therefore need not encode the object again.
 */
export class ServedJson {
  private readonly kind: GroupVersionKind;
  private readonly schemas: TypeSchemas;
  /** `{"kind":"Pod","apiVersion":"v1",` */
  private readonly head: Buffer;

  constructor(kind: GroupVersionKind, schemas: TypeSchemas) {
    this.kind = kind;
    this.schemas = schemas;
    this.head = Buffer.from(`{"kind":${JSON.stringify(kind.kind)},"apiVersion":${JSON.stringify(apiVersionOf(kind))},`);
  }

  /** The value to store of an object without resourceVersion. */
  encode(object: DeepReadonly<KubeObject>): Uint8Array {
    const stated = { ...object, kind: this.kind.kind, apiVersion: apiVersionOf(this.kind) };
    const { kind, apiVersion, ...rest } = encodedForm(stated, this.schemas);
    return goJsonBytes({ kind, apiVersion, ...rest });
  }

  /** What is served of a value that `encode` made; undefined if it has no uid after which the resourceVersion comes. */
  fromStored(value: Uint8Array, resourceVersion: string): Uint8Array | undefined {
    const json = bufferOf(value);
    const uid = json.indexOf(uidMember);
    if (uid < 0) return undefined;
    const end = json.indexOf(quote, uid + uidMember.length) + 1;
    const version = utf8(`,"resourceVersion":"${resourceVersion}"`);
    const served = Buffer.allocUnsafeSlow(json.length - this.head.length + openBrace.length + version.length);
    served.set(openBrace);
    let at = openBrace.length;
    for (const part of [json.subarray(this.head.length, end), version, json.subarray(end)]) {
      served.set(part, at);
      at += part.length;
    }
    return served;
  }
}

/** What is served of the same object under another resourceVersion; undefined if it has none so far. */
export function withServedVersion(served: Uint8Array, resourceVersion: string): Uint8Array | undefined {
  const json = bufferOf(served);
  const member = json.indexOf(versionMember);
  if (member < 0) return undefined;
  const start = member + versionMember.length;
  return Buffer.concat([json.subarray(0, start), utf8(resourceVersion), json.subarray(json.indexOf(quote, start))]);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
