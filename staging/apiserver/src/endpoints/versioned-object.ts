import {
  type DeepReadonly,
  type GroupVersionKind,
  type KubeObject,
  type Scheme,
  apiVersionOf,
  decodedForm,
  encodedForm,
  groupVersionKindOf,
} from '@kubescript/apimachinery';

import type { EncodedObject } from '../registry/rest.ts';
import { servedJsonKey } from '../storage/served-json.ts';
import { goJson, goJsonBytes, utf8 } from '../util/go-json.ts';
import { firstObjectMember } from './json-member.ts';
import type { ProtobufCodec } from './encode.ts';
import { isUnstructured, sortMembers, unstructuredJson } from './unstructured.ts';

/** An object as one version of the API shows it, and its encodings, made once for everybody who asks. */
export interface VersionedObject {
  readonly object: DeepReadonly<KubeObject>;
  /** The object is kept as it is stated: its JSON has apiVersion and kind within lists too. */
  readonly unstructured: boolean;
  /** The object as it is encoded: members in order, empty lists null where the reference has them so. */
  document(): DeepReadonly<KubeObject>;
  /** JSON without apiVersion and kind: the form within lists. */
  json(): Uint8Array;
  /** JSON of the metadata with its name: `"metadata":{…}`. */
  metadataJson(): Uint8Array;
  /** The binary form without envelope. */
  protobuf(codec: ProtobufCodec): Uint8Array;
}

/** The version of an object that a group and version serves, with its shared encodings. */
export function versionedObject(item: EncodedObject, kind: GroupVersionKind, scheme: Scheme): VersionedObject {
  return new VersionedItem(item, servedForm(kind, scheme));
}

/** What all objects of a kind have in common when they are served. */
interface ServedForm {
  readonly kind: GroupVersionKind;
  readonly scheme: Scheme;
  readonly unstructured: boolean;
  /** What the encodings are filed under. */
  readonly keys: { readonly json: string; readonly metadata: string; readonly protobuf: string };
  /** Makes the stored object from its JSON, where the version that is served is the one that is stored. */
  readonly restore: ((json: Uint8Array) => DeepReadonly<KubeObject>) | undefined;
}

const forms = new WeakMap<Scheme, Map<string, ServedForm>>();

function servedForm(kind: GroupVersionKind, scheme: Scheme): ServedForm {
  let known = forms.get(scheme);
  if (known === undefined) forms.set(scheme, (known = new Map<string, ServedForm>()));
  const name = `${apiVersionOf(kind)}/${kind.kind}`;
  let form = known.get(name);
  if (form === undefined) known.set(name, (form = newServedForm(kind, scheme)));
  return form;
}

function newServedForm(kind: GroupVersionKind, scheme: Scheme): ServedForm {
  const apiVersion = apiVersionOf(kind);
  const unstructured = isUnstructured(scheme, kind);
  return {
    kind,
    scheme,
    unstructured,
    keys: {
      json: unstructured ? `${apiVersion};unstructured` : servedJsonKey(kind),
      metadata: `${apiVersion};metadata`,
      protobuf: `${apiVersion};protobuf`,
    },
    restore: !unstructured && isStoredVersion(kind, scheme) ? restorer(kind, scheme) : undefined,
  };
}

function isStoredVersion(kind: GroupVersionKind, scheme: Scheme): boolean {
  const hub = scheme.hubOf(kind);
  return scheme.schemas.kind(kind) !== undefined && hub?.group === kind.group && hub.version === kind.version;
}

const decoder = new TextDecoder();

function restorer(kind: GroupVersionKind, scheme: Scheme): (json: Uint8Array) => DeepReadonly<KubeObject> {
  const type = { kind: kind.kind, apiVersion: apiVersionOf(kind) };
  return function restore(json) {
    const served = JSON.parse(decoder.decode(json)) as KubeObject;
    return decodedForm({ ...type, ...served }, scheme.schemas);
  };
}

class VersionedItem implements VersionedObject {
  private readonly item: EncodedObject;
  private readonly form: ServedForm;

  constructor(item: EncodedObject, form: ServedForm) {
    this.item = item;
    this.form = form;
  }

  get unstructured(): boolean {
    return this.form.unstructured;
  }

  get object(): DeepReadonly<KubeObject> {
    const { kind, scheme } = this.form;
    return withKind(scheme.convert(this.item.object, kind), kind);
  }

  document(): DeepReadonly<KubeObject> {
    return presented(this.object, this.form.scheme);
  }

  json(): Uint8Array {
    const { form, item } = this;
    const bytes = item.encoding(form.keys.json, () => this.newJson());
    if (form.restore !== undefined) item.letGo?.(form.keys.json, form.restore);
    return bytes;
  }

  metadataJson(): Uint8Array {
    return this.item.encoding(
      this.form.keys.metadata,
      () => firstObjectMember(this.json(), 'metadata') ?? utf8(`"metadata":${goJson(this.document().metadata)}`),
    );
  }

  protobuf(codec: ProtobufCodec): Uint8Array {
    if (this.unstructured) throw new Error('an object without a type has no binary form');
    return this.item.encoding(this.form.keys.protobuf, () => codec.encodeBare(this.object));
  }

  private newJson(): Uint8Array {
    return this.unstructured ? utf8(unstructuredJson(this.object)) : goJsonBytes(withoutKind(this.document()));
  }
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
