import type { DeepReadonly, ObjectMeta } from '@kubescript/apimachinery';
import type { Container, EphemeralContainer, PodSpec } from '@kubescript/api/core/v1';

import type { Level } from '../api/levels.ts';

/** What a pod does that it should not: a short word for it, and which parts of the pod do it. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** Looks for one sort of violation; undefined if there is none. */
export type CheckPod = (spec: DeepReadonly<PodSpec>, metadata: DeepReadonly<ObjectMeta>) => Violation | undefined;

/** A check from some version of Kubernetes on. */
export interface VersionedCheck {
  /** The minor version. */
  readonly since: number;
  readonly checkPod: CheckPod;
  /** Checks of the baseline that this one says more strictly. */
  readonly overrides?: readonly string[];
}

/** A check with all its versions, oldest first. @go k8s.io/pod-security-admission/policy#Check */
export interface Check {
  readonly id: string;
  readonly level: Exclude<Level, 'privileged'>;
  readonly versions: readonly VersionedCheck[];
}

/** A container of any sort. */
export type AnyContainer = DeepReadonly<Container | EphemeralContainer>;

/** All containers of a pod, in the order in which they are reported. */
export function allContainers(spec: DeepReadonly<PodSpec>): readonly AnyContainer[] {
  return [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];
}

/** `container "a"` or `containers "a", "b"`. */
export function containersText(containers: readonly AnyContainer[]): string {
  return `${plural('container', 'containers', containers.length)} ${quoted(containers.map(({ name }) => name))}`;
}

/** Who does something on purpose: `pod`, `container "a"`, `pod and container "a"`; '' if nobody does. */
export function settersText(pod: boolean, containers: readonly AnyContainer[]): string {
  const setters = [...(pod ? ['pod'] : []), ...(containers.length > 0 ? [containersText(containers)] : [])];
  return setters.join(' and ');
}

/** `"a", "b"` */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The names in order, each once. */
export function sortedSet(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}

/** The word that fits the number. */
export function plural(one: string, many: string, count: number): string {
  return count === 1 ? one : many;
}

/** Whether the pod has a user namespace, in which root is not root. */
export function hasUserNamespace({ hostUsers }: DeepReadonly<PodSpec>): boolean {
  return hostUsers === false;
}

/** The check, unless the pod is for Windows, which has no such thing. */
export function exceptWindows(checkPod: CheckPod): CheckPod {
  return (spec, metadata) => (spec.os?.name === 'windows' ? undefined : checkPod(spec, metadata));
}

/** The check, unless the pod has a user namespace. */
export function exceptUserNamespaces(checkPod: CheckPod): CheckPod {
  return (spec, metadata) => (hasUserNamespace(spec) ? undefined : checkPod(spec, metadata));
}
