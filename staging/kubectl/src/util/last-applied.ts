import { goJson, isJsonObject, type JsonObject, type KubeObject } from '@kubescript/apimachinery';
import { sortKeys } from '@kubescript/cli-runtime';

/** The annotation in which `apply` remembers what it applied. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * A copy of an object with the annotation that holds the object itself.
 *
 * @go k8s.io/kubectl/pkg/util#CreateOrUpdateAnnotation
 */
export function withLastApplied<T extends KubeObject>(object: T): T {
  const { [lastAppliedAnnotation]: _, ...annotations } = object.metadata.annotations ?? {};
  const bare = { ...object, metadata: { ...object.metadata, annotations } };
  const text = `${goJson(sortKeys(bare))}\n`;
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { ...annotations, [lastAppliedAnnotation]: text } },
  };
}

/** What was applied to an object before; undefined if nothing was, or if the annotation cannot be read. */
export function lastApplied(object: KubeObject): JsonObject | undefined {
  const text = object.metadata.annotations?.[lastAppliedAnnotation];
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}
