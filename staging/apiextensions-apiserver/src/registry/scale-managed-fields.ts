import type { DeepReadonly, FieldsV1, KubeObject, ManagedFieldsEntry } from '@kubescript/apimachinery';

import { membersOfPath } from './scale-paths.ts';

/** Where the replica count of a custom resource is. */
export interface ReplicasPlace {
  readonly apiVersion: string;
  readonly path: string;
}

/** The fields of a Scale that its managers can manage. */
const ofScale: FieldsV1 = { 'f:spec': { 'f:replicas': {} } };

/**
 * Makes those who scaled the object the managers of its replica count: nobody else manages it any more.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields#(*ScaleHandler).ToParent
 */
export function moveReplicas(
  object: KubeObject,
  place: ReplicasPlace,
  scaleEntries: readonly ManagedFieldsEntry[],
): void {
  const elements = elementsOf(place);
  const kept = (object.metadata.managedFields ?? []).flatMap((entry) => {
    if (!has(entry.fieldsV1, elements)) return [entry];
    const left = without(entry.fieldsV1 ?? {}, elements);
    return Object.keys(left).length === 0 ? [] : [{ ...entry, fieldsV1: left }];
  });
  const taken = scaleEntries
    .filter(({ fieldsV1 }) => has(fieldsV1, ['f:spec', 'f:replicas']))
    .map(({ time: _time, ...entry }) => ({
      ...entry,
      apiVersion: place.apiVersion,
      subresource: 'scale',
      fieldsV1: nested(elements),
    }));
  object.metadata.managedFields = [...taken, ...kept];
}

/** The managers of the replica count as managers of the Scale. */
export function ownersOfReplicas(object: DeepReadonly<KubeObject>, place: ReplicasPlace): ManagedFieldsEntry[] {
  const entries = (object.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];
  return entries
    .filter(({ fieldsV1 }) => has(fieldsV1, elementsOf(place)))
    .map((entry) => ({ ...entry, apiVersion: 'autoscaling/v1', fieldsV1: ofScale }));
}

function elementsOf({ path }: ReplicasPlace): string[] {
  return membersOfPath(path).map((name) => `f:${name}`);
}

function has(fields: FieldsV1 | undefined, [first = '', ...rest]: readonly string[]): boolean {
  const below = fields?.[first] as FieldsV1 | undefined;
  return below !== undefined && (rest.length === 0 || has(below, rest));
}

/** The fields without one; what then says nothing any more, but for being there itself, is `{}`. */
function without(fields: FieldsV1, [first = '', ...rest]: readonly string[]): FieldsV1 {
  const { [first]: below, ...others } = fields;
  if (rest.length === 0) return others;
  const left = without(below as FieldsV1, rest);
  const names = Object.keys(left);
  if (names.length === 0) return others;
  return { ...others, [first]: names.length === 1 && names[0] === '.' ? {} : left };
}

function nested([first = '', ...rest]: readonly string[]): FieldsV1 {
  return { [first]: rest.length === 0 ? {} : nested(rest) };
}
