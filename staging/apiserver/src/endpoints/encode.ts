import {
  type ObjectProtobufCodec,
  type DeepReadonly,
  type GroupVersionKind,
  type KubeObject,
  type Scheme,
  apiVersionOf,
  encodedForm,
  groupVersionKindOf,
} from '@kubescript/apimachinery';

import type { EncodedObject } from '../registry/rest.ts';
import { goJson, goJsonBytes, utf8 } from './go-json.ts';
import { goYaml } from './go-yaml.ts';
import type { Negotiated } from './negotiation.ts';
import { isUnstructured, sortMembers, unstructuredJson } from './unstructured.ts';

/** The binary codec of `application/vnd.kubernetes.protobuf`, envelope included. */
export type ProtobufCodec = ObjectProtobufCodec;

/** An object as one version of the API shows it, and its JSON text, made once for everybody who asks. */
export interface VersionedObject {
  readonly object: DeepReadonly<KubeObject>;
  /** The object as it is encoded: members in order, empty lists null where the reference has them so. */
  document(): DeepReadonly<KubeObject>;
  /** The object is kept as it is stated: its JSON has apiVersion and kind within lists too. */
  readonly unstructured: boolean;
  /** JSON without apiVersion and kind: the form within lists. */
  json(): Uint8Array;
  /** The binary form without envelope. */
  protobuf(codec: ProtobufCodec): Uint8Array;
}

/** The version of an object that a group and version serves, with its shared encodings. */
export function versionedObject(item: EncodedObject, kind: GroupVersionKind, scheme: Scheme): VersionedObject {
  let converted: DeepReadonly<KubeObject> | undefined;
  const apiVersion = apiVersionOf(kind);
  const convert = (): DeepReadonly<KubeObject> => (converted ??= withKind(scheme.convert(item.object, kind), kind));
  const document = (): DeepReadonly<KubeObject> => presented(convert(), scheme);
  if (isUnstructured(scheme, kind)) return unstructuredObject(item, convert, `${apiVersion};unstructured`);
  return {
    get object() {
      return convert();
    },
    document,
    unstructured: false,
    protobuf: (codec) => item.encoding(`${apiVersion};protobuf`, () => codec.encodeBare(convert())),
    json: () => item.encoding(`${apiVersion};application/json`, () => goJsonBytes(withoutKind(document()))),
  };
}

function unstructuredObject(
  item: EncodedObject,
  convert: () => DeepReadonly<KubeObject>,
  key: string,
): VersionedObject {
  return {
    get object() {
      return convert();
    },
    unstructured: true,
    document: () => sortMembers(convert()) as DeepReadonly<KubeObject>,
    protobuf: () => {
      throw new Error('an object without a type has no binary form');
    },
    json: () => item.encoding(key, () => utf8(unstructuredJson(convert()))),
  };
}

/** The object with its apiVersion and kind first, where it lacks them. */
function withKind(object: DeepReadonly<KubeObject>, kind: GroupVersionKind): DeepReadonly<KubeObject> {
  const apiVersion = apiVersionOf(kind);
  if (object.kind === kind.kind && object.apiVersion === apiVersion) return object;
  return { kind: kind.kind, apiVersion, ...withoutKind(object) };
}

/** The form within lists. */
export function withoutKind(object: DeepReadonly<KubeObject>): DeepReadonly<KubeObject> {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}

/** The object as the reference shows it. */
export function presented(object: DeepReadonly<KubeObject>, scheme: Scheme): DeepReadonly<KubeObject> {
  const { schemas } = scheme;
  if (isUnstructured(scheme, groupVersionKindOf(object))) return sortMembers(object) as DeepReadonly<KubeObject>;
  return schemas.kind(groupVersionKindOf(object)) === undefined ? inOrder(object) : encodedForm(object, schemas);
}

/** The members of metadata in the order in which the reference writes them. */
const metadataOrder = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const;

/** An object of no known type with the members of its metadata in the reference's order. */
export function inOrder(object: DeepReadonly<KubeObject>): DeepReadonly<KubeObject> {
  const { kind, apiVersion, metadata, ...rest } = object;
  if (typeof metadata !== 'object') return object;
  const ordered: Record<string, unknown> = {};
  for (const name of metadataOrder) if (metadata[name] !== undefined) ordered[name] = metadata[name];
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    metadata: ordered,
    ...rest,
  };
}

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
