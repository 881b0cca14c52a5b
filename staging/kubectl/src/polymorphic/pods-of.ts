import {
  type LabelSelector,
  labelSelectorAsSelector,
  type DeepReadonly,
  selectorFromSet,
} from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';
import { Builder, getObject, type Info } from '@kubescript/cli-runtime';
import { corev1, type ResourceClient } from '@kubescript/client';

import type { CommandContext } from '../command/command.ts';
import { WaitTimeoutError } from './wait-for.ts';

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
  const pods = await podClient(context);
  if (word === undefined) return (await pods.list({ labelSelector })).items;
  const target = await targetOf(word, context);
  if ('pod' in target) return [await pods.get(target.pod)];
  return byUsefulness((await pods.list({ labelSelector: target.selector })).items);
}

/**
 * One pod to exec into or to forward to: a ready one if there is any. Where there is none at all, waits up to
 * `timeoutMs` for the first; a pod that is named must exist, and none needs to run.
 *
 * @go k8s.io/kubectl/pkg/polymorphichelpers#GetFirstPod
 */
export async function onePodOf(word: string, timeoutMs: number, context: CommandContext): Promise<DeepReadonly<Pod>> {
  const pods = await podClient(context);
  const target = await targetOf(word, context);
  if ('pod' in target) return pods.get(target.pod);
  const labelSelector = target.selector;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    for (;;) {
      const { items, resourceVersion } = await pods.list({ labelSelector, signal });
      const [pod] = byUsefulness(items);
      if (pod !== undefined) return pod;
      for await (const event of pods.watch({ labelSelector, resourceVersion, signal })) {
        if (event.type === 'ADDED' || event.type === 'MODIFIED') return event.object;
      }
      signal.throwIfAborted();
    }
  } catch (err) {
    if (signal.aborted && !context.signal.aborted) throw new WaitTimeoutError();
    throw err;
  }
}

async function podClient({ access }: CommandContext): Promise<ResourceClient<Pod>> {
  return access.client(corev1.pods, await access.namespace());
}

/** What a word means: a pod of that name, or all pods that a selector matches. */
async function targetOf(
  word: string,
  context: CommandContext,
): Promise<{ readonly pod: string } | { readonly selector: string }> {
  if (!word.includes('/')) return { pod: word };
  const { access } = context;
  const [located] = await new Builder(access, context.streams).locate({ args: [word] });
  if (located === undefined) throw new Error(`no pods found for ${word}`);
  if (located.resource.kind === 'Pod') return { pod: located.name };
  const info = { ...located, object: await getObject(await access.transport(), located) };
  const selector = podSelectorOf(info);
  if (selector === undefined) {
    throw new Error(`cannot get the pods of ${located.resource.kind}/${located.name}: it has no pod selector`);
  }
  return { selector };
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
