import {
  type LabelSelector,
  labelSelectorAsSelector,
  type DeepReadonly,
  selectorFromSet,
} from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';
import { Builder, getObject, type Info } from '@kubescript/cli-runtime';
import { corev1 } from '@kubescript/client';

import type { CommandContext } from '../command/command.ts';

/** The label selector of the pods that an object stands for; undefined if it is no kind that has pods. */
export function podSelectorOf(info: Info): string | undefined {
  const spec = (info.object as { readonly spec?: Readonly<Record<string, unknown>> } | undefined)?.spec ?? {};
  const selector = spec['selector'];
  switch (info.resource.kind) {
    case 'Service':
    case 'ReplicationController':
      return selector === undefined
        ? undefined
        : selectorFromSet(selector as Readonly<Record<string, string>>).toString();
    case 'Deployment':
    case 'ReplicaSet':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'Job':
      return labelSelectorAsSelector(selector as LabelSelector).toString();
    default:
      return undefined;
  }
}

/** The pods of `pod/NAME`, `deployment/NAME` and the like; of a label selector if `word` is undefined. */
export async function podsOf(
  word: string | undefined,
  labelSelector: string,
  context: CommandContext,
): Promise<readonly DeepReadonly<Pod>[]> {
  const { access } = context;
  const pods = await access.client(corev1.pods, await access.namespace());
  if (word === undefined) return (await pods.list({ labelSelector })).items;
  if (!word.includes('/')) return [await pods.get(word)];
  const [located] = await new Builder(access, context.streams).locate({ args: [word] });
  if (located === undefined) return [];
  if (located.resource.kind === 'Pod') return [await pods.get(located.name)];
  const info = { ...located, object: await getObject(await access.transport(), located) };
  const selector = podSelectorOf(info);
  if (selector === undefined) {
    throw new Error(`cannot get the pods of ${located.resource.kind}/${located.name}: it has no pod selector`);
  }
  return byUsefulness((await pods.list({ labelSelector: selector })).items);
}

/** One pod to exec into or to forward to: a ready one if there is any. */
export async function onePodOf(word: string, context: CommandContext): Promise<DeepReadonly<Pod>> {
  const [pod] = await podsOf(word, '', context);
  if (pod === undefined) throw new Error(`no pods found for ${word}`);
  return pod;
}

/** Ready pods first, then running ones, then the rest; the oldest first among equals. */
function byUsefulness(pods: readonly DeepReadonly<Pod>[]): readonly DeepReadonly<Pod>[] {
  const rank = (pod: DeepReadonly<Pod>): number => {
    if (pod.metadata.deletionTimestamp !== undefined) return 3;
    if (pod.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true) return 0;
    return pod.status.phase === 'Running' ? 1 : 2;
  };
  const age = (pod: DeepReadonly<Pod>): string => pod.metadata.creationTimestamp ?? '';
  return [...pods].sort((a, b) => rank(a) - rank(b) || (age(a) < age(b) ? -1 : 1));
}

const defaultContainerAnnotation = 'kubectl.kubernetes.io/default-container';

/** The container that a command means: the one named, the annotated one, or the first; says so if there are several. */
export function chooseContainer(pod: DeepReadonly<Pod>, wanted: string, context: CommandContext): string {
  const { spec } = pod;
  const all = [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])];
  if (wanted !== '') {
    if (all.some(({ name }) => name === wanted)) return wanted;
    throw new Error(`container ${wanted} is not valid for pod ${pod.metadata.name ?? ''}`);
  }
  const annotated = pod.metadata.annotations?.[defaultContainerAnnotation];
  if (annotated !== undefined && all.some(({ name }) => name === annotated)) return annotated;
  const first = spec.containers[0]?.name ?? '';
  if (all.length > 1) {
    const names = all.map(({ name }) =>
      spec.initContainers?.some((init) => init.name === name) === true ? `${name} (init)` : name,
    );
    context.streams.err.write(`Defaulted container "${first}" out of: ${names.join(', ')}\n`);
  }
  return first;
}
