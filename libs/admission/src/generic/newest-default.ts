import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

/** Of the classes that an annotation marks as default the newest one; of equally old ones the first by name. */
export function newestDefault<T extends KubeObject>(
  classes: readonly DeepReadonly<T>[],
  annotations: readonly string[],
): DeepReadonly<T> | undefined {
  const defaults = classes.filter((candidate) => isMarked(candidate as DeepReadonly<KubeObject>, annotations));
  return [...defaults].sort((a, b) => newestFirst(a, b))[0];
}

function isMarked({ metadata }: DeepReadonly<KubeObject>, annotations: readonly string[]): boolean {
  return annotations.some((annotation) => metadata.annotations?.[annotation] === 'true');
}

function newestFirst({ metadata: a }: DeepReadonly<KubeObject>, { metadata: b }: DeepReadonly<KubeObject>): number {
  const [timeA, timeB] = [a.creationTimestamp ?? '', b.creationTimestamp ?? ''];
  if (timeA !== timeB) return timeA > timeB ? -1 : 1;
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1;
}
