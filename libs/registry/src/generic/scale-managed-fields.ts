import type { DeepReadonly, FieldsV1, KubeObject, ManagedFieldsEntry } from '@kubescript/apimachinery';

/**
 * Moves the ownership of `spec.replicas` to whoever scaled the object: the entries of the Scale that own the count
 * become entries of the object, and nobody else owns it any more.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields#ScaleHandler
 */
export function moveReplicasOwnership(
  object: KubeObject,
  apiVersion: string,
  scaleEntries: readonly ManagedFieldsEntry[],
): void {
  const kept = (object.metadata.managedFields ?? []).flatMap(withoutReplicas);
  const taken = scaleEntries
    .filter(ownsReplicas)
    .map((entry) => ({ ...entry, apiVersion, subresource: 'scale', fieldsV1: replicasOnly }));
  object.metadata.managedFields = [...kept, ...taken];
}

/** The entries of an object that own `spec.replicas`, as entries of its Scale. */
export function replicasOwners(object: DeepReadonly<KubeObject>, apiVersion: string): ManagedFieldsEntry[] {
  const entries = (object.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];
  return entries.filter(ownsReplicas).map((entry) => ({ ...entry, apiVersion, fieldsV1: replicasOnly }));
}

const replicasOnly: FieldsV1 = { 'f:spec': { 'f:replicas': {} } };

function ownsReplicas({ fieldsV1 }: ManagedFieldsEntry): boolean {
  return specOf(fieldsV1)?.['f:replicas'] !== undefined;
}

function withoutReplicas(entry: ManagedFieldsEntry): ManagedFieldsEntry[] {
  const spec = specOf(entry.fieldsV1);
  if (spec?.['f:replicas'] === undefined) return [entry];
  const { 'f:replicas': _replicas, ...otherSpec } = spec;
  const { 'f:spec': _spec, ...others } = entry.fieldsV1 ?? {};
  const fieldsV1 = Object.keys(otherSpec).length > 0 ? { ...others, 'f:spec': otherSpec } : others;
  return Object.keys(fieldsV1).length > 0 ? [{ ...entry, fieldsV1 }] : [];
}

function specOf(fields: FieldsV1 | undefined): Readonly<Record<string, unknown>> | undefined {
  return fields?.['f:spec'] as Readonly<Record<string, unknown>> | undefined;
}
