import type { DeepReadonly, ObjectMeta } from '@kubescript/apimachinery';

import { type DescribeWriter, formatMapLines } from './writer.ts';

/** Writes name and namespace. */
export function writeName(writer: DescribeWriter, metadata: DeepReadonly<ObjectMeta>): void {
  writer.field(0, 'Name:', metadata.name ?? '');
  if (metadata.namespace !== undefined) writer.field(0, 'Namespace:', metadata.namespace);
}

const hidden = 'kubectl.kubernetes.io/last-applied-configuration';

/** Writes labels and annotations, without the one that apply keeps. */
export function writeMaps(writer: DescribeWriter, metadata: DeepReadonly<ObjectMeta>): void {
  const { [hidden]: _, ...annotations } = metadata.annotations ?? {};
  writer.lines(0, 'Labels:', formatMapLines(metadata.labels));
  writer.lines(0, 'Annotations:', formatMapLines(annotations, ': '));
}

/** A time as descriptions show it: `Mon, 02 Jan 2026 15:04:05 +0000`. */
export function formatLongTime(text: string | undefined): string {
  if (text === undefined || text === '') return '<unset>';
  return new Date(text).toUTCString().replace('GMT', '+0000');
}

/** `Deployment/web` for the controller of an object; '' if it has none. */
export function formatController(metadata: DeepReadonly<ObjectMeta>): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner === undefined ? '' : `${owner.kind}/${owner.name}`;
}
