import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Container, LimitRange, Pod } from '@kubescript/api/core/v1';

import { listOf } from '../generic/lists.ts';

const annotation = 'kubernetes.io/limit-ranger';

interface Defaults {
  readonly requests: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string>>;
}

/**
 * Gives containers what the range says for those that say nothing, and notes it in an annotation.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/limitranger#mergePodResourceRequirements
 */
export function setDefaultResources(pod: Pod, range: DeepReadonly<LimitRange>): void {
  const defaults = defaultsOf(range);
  const notes = [
    ...pod.spec.containers.flatMap((container) => setDefaults(container, defaults, 'container')),
    ...(pod.spec.initContainers ?? []).flatMap((container) => setDefaults(container, defaults, 'init container')),
  ];
  if (notes.length === 0) return;
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [annotation]: `LimitRanger plugin set: ${notes.join('; ')}`,
  };
}

function defaultsOf({ spec }: DeepReadonly<LimitRange>): Defaults {
  const ofContainers = listOf(spec.limits).filter(({ type }) => type === 'Container');
  return {
    requests: Object.assign(
      {},
      ...ofContainers.map(({ defaultRequest }) => defaultRequest ?? {}),
    ) as Defaults['requests'],
    limits: Object.assign({}, ...ofContainers.map((limit) => limit.default ?? {})) as Defaults['limits'],
  };
}

function setDefaults(container: Container, defaults: Defaults, what: string): string[] {
  const resources = (container.resources ??= {});
  const requests = missing(defaults.requests, resources.requests);
  const limits = missing(defaults.limits, resources.limits);
  if (requests.length > 0) resources.requests = { ...Object.fromEntries(requests), ...resources.requests };
  if (limits.length > 0) resources.limits = { ...Object.fromEntries(limits), ...resources.limits };
  const note = (entries: readonly (readonly [string, string])[], sort: string): string[] =>
    entries.length === 0 ? [] : [`${names(entries)} ${sort} for ${what} ${container.name}`];
  return [...note(requests, 'request'), ...note(limits, 'limit')];
}

function missing(
  defaults: Readonly<Record<string, string>>,
  present: Readonly<Record<string, string>> = {},
): [string, string][] {
  return Object.entries(defaults).filter(([name]) => !(name in present));
}

function names(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map(([name]) => name)
    .sort()
    .join(', ');
}
