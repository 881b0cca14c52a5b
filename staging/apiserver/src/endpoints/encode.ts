import { type GroupVersionKind, type ObjectProtobufCodec, apiVersionOf } from '@kubescript/apimachinery';

import { goJson, utf8 } from '../util/go-json.ts';
import { goYaml } from './go-yaml.ts';
import type { Negotiated } from './negotiation.ts';
import type { VersionedObject } from './versioned-object.ts';

/** The binary codec of `application/vnd.kubernetes.protobuf`, envelope included. */
export type ProtobufCodec = ObjectProtobufCodec;

/** The JSON text of an object alone: its list form with apiVersion and kind in front. */
export function jsonChunks(versioned: VersionedObject, kind: GroupVersionKind): Uint8Array[] {
  return versioned.unstructured ? [versioned.json()] : [typePrefix(kind), versioned.json().subarray(1)];
}

const prefixes = new Map<string, Uint8Array>();

/** `{"kind":"Pod","apiVersion":"v1",` */
function typePrefix(kind: GroupVersionKind): Uint8Array {
  const apiVersion = apiVersionOf(kind);
  const key = `${apiVersion}/${kind.kind}`;
  let prefix = prefixes.get(key);
  if (!prefix) {
    prefix = utf8(`{"kind":${JSON.stringify(kind.kind)},"apiVersion":${JSON.stringify(apiVersion)},`);
    prefixes.set(key, prefix);
  }
  return prefix;
}

/** Any JSON value in the negotiated encoding. */
export function encodeDocument(value: unknown, negotiated: Negotiated, protobuf?: ProtobufCodec): Uint8Array[] {
  switch (negotiated.mediaType) {
    case 'application/yaml':
      return [utf8(goYaml(value))];
    case 'application/vnd.kubernetes.protobuf':
      return [protobuf ? protobuf.encode(value) : utf8(`${goJson(value)}\n`)];
    case 'application/json':
      return [utf8(negotiated.pretty ? goJson(value, 2) : `${goJson(value)}\n`)];
    default:
      throw new Error(`unknown media type ${String(negotiated.mediaType satisfies never)}`);
  }
}
