import type {
  ConfigMap,
  DownwardAPIVolumeFile,
  KeyToPath,
  Pod,
  Secret,
  Volume,
  VolumeProjection,
} from '@kubescript/api/core/v1';
import { isNotFound } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { fieldValue, resourceFieldValue } from '../environment/field-ref.ts';
import type { DownwardContext } from '../environment/field-ref.ts';
import type { ObjectSource } from '../environment/object-source.ts';
import type { Payload, ProjectedFile } from './atomic-writer.ts';

/** Issues tokens of service accounts that are bound to a pod. */
export interface TokenSource {
  token(
    pod: DeepReadonly<Pod>,
    request: { readonly audience?: string; readonly expirationSeconds: number },
  ): Promise<string>;
}

/** What payloads are read from. */
export interface PayloadSources {
  readonly objects: ObjectSource;
  readonly tokens: TokenSource;
  readonly context: DownwardContext;
}

type Files = Map<string, ProjectedFile>;

/** The files of a configMap, secret, downwardAPI or projected volume, or undefined for other types. */
export async function volumePayload(
  pod: DeepReadonly<Pod>,
  volume: DeepReadonly<Volume>,
  sources: PayloadSources,
): Promise<Payload | undefined> {
  const namespace = pod.metadata.namespace ?? '';
  if (volume.configMap !== undefined) {
    const { name = '', items, optional, defaultMode = 0o644 } = volume.configMap;
    return configMapFiles(await found(optional, sources.objects.configMap(namespace, name)), {
      namespace,
      name,
      items,
      optional,
      defaultMode,
    });
  }
  if (volume.secret !== undefined) {
    const { secretName: name = '', items, optional, defaultMode = 0o644 } = volume.secret;
    return secretFiles(await found(optional, sources.objects.secret(namespace, name)), {
      namespace,
      name,
      items,
      optional,
      defaultMode,
    });
  }
  if (volume.downwardAPI !== undefined) {
    return downwardFiles(pod, volume.downwardAPI.items ?? [], volume.downwardAPI.defaultMode ?? 0o644, sources.context);
  }
  if (volume.projected === undefined) return undefined;
  const files: Files = new Map();
  for (const source of volume.projected.sources ?? []) {
    const some = await projectionFiles(pod, source, volume.projected.defaultMode ?? 0o644, sources);
    for (const [path, file] of some) files.set(path, file);
  }
  return files;
}

async function projectionFiles(
  pod: DeepReadonly<Pod>,
  source: DeepReadonly<VolumeProjection>,
  defaultMode: number,
  sources: PayloadSources,
): Promise<Files> {
  const namespace = pod.metadata.namespace ?? '';
  if (source.configMap !== undefined) {
    const { name = '', items, optional } = source.configMap;
    return configMapFiles(await found(optional, sources.objects.configMap(namespace, name)), {
      namespace,
      name,
      items,
      optional,
      defaultMode,
    });
  }
  if (source.secret !== undefined) {
    const { name = '', items, optional } = source.secret;
    return secretFiles(await found(optional, sources.objects.secret(namespace, name)), {
      namespace,
      name,
      items,
      optional,
      defaultMode,
    });
  }
  if (source.downwardAPI !== undefined) {
    return downwardFiles(pod, source.downwardAPI.items ?? [], defaultMode, sources.context);
  }
  if (source.serviceAccountToken !== undefined) {
    const { audience, expirationSeconds = 3600, path } = source.serviceAccountToken;
    const token = await sources.tokens.token(pod, {
      expirationSeconds,
      ...(audience === undefined ? {} : { audience }),
    });
    return new Map([[path, { data: Buffer.from(token), ...tokenAccess(pod, defaultMode) }]]);
  }
  throw new Error(
    'this kubelet supports configMap, secret, downwardAPI and serviceAccountToken in projected volumes only',
  );
}

/** Who may read a token: only the user of the containers where they have one in common. */
function tokenAccess(pod: DeepReadonly<Pod>, defaultMode: number): { readonly mode: number; readonly uid?: number } {
  const users = new Set(
    [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].map(
      ({ securityContext }) => securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser,
    ),
  );
  const [uid] = users;
  if (users.size === 1 && uid !== undefined) return { mode: 0o600, uid };
  return { mode: pod.spec.securityContext?.fsGroup === undefined ? defaultMode : 0o600 };
}

interface KeySelection {
  readonly namespace: string;
  readonly name: string;
  readonly items: readonly DeepReadonly<KeyToPath>[] | undefined;
  readonly optional: boolean | undefined;
  readonly defaultMode: number;
}

function configMapFiles(object: DeepReadonly<ConfigMap> | undefined, selection: KeySelection): Files {
  const data = new Map<string, Uint8Array>();
  for (const [key, value] of Object.entries(object?.data ?? {})) data.set(key, Buffer.from(value));
  for (const [key, value] of Object.entries(object?.binaryData ?? {})) data.set(key, Buffer.from(value, 'base64'));
  return selectKeys(data, selection, 'configmap');
}

function secretFiles(object: DeepReadonly<Secret> | undefined, selection: KeySelection): Files {
  const data = new Map<string, Uint8Array>();
  for (const [key, value] of Object.entries(object?.data ?? {})) data.set(key, Buffer.from(value, 'base64'));
  return selectKeys(data, selection, 'secret');
}

function selectKeys(data: ReadonlyMap<string, Uint8Array>, selection: KeySelection, kind: string): Files {
  const { items, optional, defaultMode } = selection;
  if (items === undefined || items.length === 0) {
    return new Map([...data].map(([key, value]) => [key, { data: value, mode: defaultMode }]));
  }
  const files: Files = new Map();
  for (const { key, path, mode } of items) {
    const value = data.get(key);
    if (value !== undefined) files.set(path, { data: value, mode: mode ?? defaultMode });
    else if (optional !== true)
      throw new Error(`${kind} references non-existent ${kind === 'secret' ? 'secret' : 'config'} key: ${key}`);
  }
  return files;
}

function downwardFiles(
  pod: DeepReadonly<Pod>,
  items: readonly DeepReadonly<DownwardAPIVolumeFile>[],
  defaultMode: number,
  context: DownwardContext,
): Files {
  const files: Files = new Map();
  for (const { path, mode, fieldRef, resourceFieldRef } of items) {
    files.set(path, {
      data: Buffer.from(downwardValue(pod, fieldRef?.fieldPath, resourceFieldRef, context)),
      mode: mode ?? defaultMode,
    });
  }
  return files;
}

function downwardValue(
  pod: DeepReadonly<Pod>,
  fieldPath: string | undefined,
  resource: DeepReadonly<DownwardAPIVolumeFile>['resourceFieldRef'],
  context: DownwardContext,
): string {
  if (fieldPath !== undefined) return fieldValue(pod, fieldPath, context) ?? '';
  if (resource === undefined) return '';
  const all = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
  const container = all.find(({ name }) => name === resource.containerName);
  if (container === undefined) throw new Error(`container ${resource.containerName ?? ''} not found`);
  return resourceFieldValue(container, resource, context);
}

async function found<T>(isOptional: boolean | undefined, object: Promise<T>): Promise<T | undefined> {
  try {
    return await object;
  } catch (err) {
    if (isOptional === true && isNotFound(err)) return undefined;
    throw err;
  }
}
