import {
  parseTime,
  labelSelectorAsSelector,
  type DeepReadonly,
  type KubeObject,
  type LabelSelector,
} from '@kubescript/apimachinery';
import { AgeCell } from '@kubescript/apiserver';
import type { Container } from '@kubescript/api/core/v1';

/** What an empty cell shows. */
export const none = '<none>';

/** Time since the object was made. */
export function age({ metadata }: DeepReadonly<KubeObject>): string | AgeCell {
  return since(metadata.creationTimestamp);
}

/** Time since a moment, or `<unknown>`. */
export function since(time: string | null | undefined): string | AgeCell {
  return time === undefined || time === null || time === '' ? '<unknown>' : new AgeCell(parseTime(time));
}

/** Name of the object. */
export function nameOf({ metadata }: DeepReadonly<KubeObject>): string {
  return metadata.name ?? '';
}

/** `app=web,tier=front` in the order of the keys, or `<none>`. */
export function labelText(labels: Readonly<Record<string, string>> | undefined): string {
  const entries = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? none : entries.map(([key, value]) => `${key}=${value}`).join(',');
}

/** A label selector as in queries; one that selects everything or nothing is `<none>`. */
export function selectorText(selector: DeepReadonly<LabelSelector> | undefined): string {
  if (!selector) return none;
  const text = labelSelectorAsSelector(selector).toString();
  return text === '' ? none : text;
}

/** Names and images of containers, each list in one cell. */
export function containerCells(containers: readonly DeepReadonly<Container>[] | undefined): readonly [string, string] {
  const list = containers ?? [];
  return [list.map(({ name }) => name).join(','), list.map(({ image }) => image ?? '').join(',')];
}

/** The addresses of load balancers, sorted, each once. @go printers/internalversion#loadBalancerStatusStringer */
export function balancerText(ingress: readonly { readonly ip?: string; readonly hostname?: string }[] = []): string {
  const names = ingress.map(({ ip = '', hostname = '' }) => (ip === '' ? hostname : ip));
  return [...new Set(names.filter((name) => name !== ''))].sort().join(',');
}

/** The first few of many, and how many more there are. @go printers/internalversion#listWithMoreString */
export function firstOf(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(',');
  return items.length > most ? `${shown} + ${String(items.length - most)} more...` : shown;
}

/** A list as it was decoded, where null stands for none. */
export function listOf<T>(list: readonly T[] | null | undefined): readonly T[] {
  return list ?? [];
}
