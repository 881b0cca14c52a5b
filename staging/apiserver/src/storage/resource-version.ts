import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

/** The members of metadata that come first. */
const META_HEAD = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'] as const;

/** The same object under another resourceVersion (undefined: none); shares everything below its metadata. */
export function withResourceVersion<T extends KubeObject>(
  object: DeepReadonly<T>,
  resourceVersion: string | undefined,
): DeepReadonly<T> {
  const old: Readonly<Record<string, unknown>> = { ...object.metadata };
  const metadata: Record<string, unknown> = {};
  for (const name of META_HEAD) {
    const value = name === 'resourceVersion' ? resourceVersion : old[name];
    if (value !== undefined) metadata[name] = value;
  }
  for (const [name, value] of Object.entries(old)) {
    if (name !== 'resourceVersion' && value !== undefined && !(name in metadata)) metadata[name] = value;
  }
  return { ...object, metadata };
}
