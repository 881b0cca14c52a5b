import type { Event } from '@kubescript/api/core/v1';
import { type DeepReadonly, humanDuration, parseTime } from '@kubescript/apimachinery';
import { alignColumns, type Info } from '@kubescript/cli-runtime';
import { corev1 } from '@kubescript/client';

import type { CommandContext } from '../../command/command.ts';
import type { DescribeWriter } from './writer.ts';

/** The events about an object, oldest first. */
export async function eventsOf(info: Info, { access }: CommandContext): Promise<readonly DeepReadonly<Event>[]> {
  const uid = info.object?.metadata.uid ?? '';
  const fields = [
    `involvedObject.name=${info.name}`,
    `involvedObject.namespace=${info.namespace}`,
    `involvedObject.uid=${info.resource.kind === 'Node' ? info.name : uid}`,
  ].filter((field) => !field.endsWith('='));
  const client = await access.client(corev1.events, info.namespace);
  const { items } = await client.list({ fieldSelector: fields.join(',') });
  return [...items].sort((a, b) => lastSeen(a) - lastSeen(b));
}

function lastSeen(event: DeepReadonly<Event>): number {
  const text =
    event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp;
  return text === undefined || text === '' ? 0 : parseTime(text);
}

function firstSeen(event: DeepReadonly<Event>): number {
  const text = event.firstTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp;
  return text === undefined || text === '' ? 0 : parseTime(text);
}

/** Writes the table of events, or `Events: <none>`. */
export function writeEvents(writer: DescribeWriter, events: readonly DeepReadonly<Event>[], now: number): void {
  if (events.length === 0) {
    writer.field(0, 'Events:', '<none>');
    return;
  }
  writer.line(0, 'Events:');
  const header = ['Type', 'Reason', 'Age', 'From', 'Message'];
  const rows = events.map((event) => [
    event.type ?? '',
    event.reason ?? '',
    ageOf(event, now),
    event.source?.component === undefined || event.source.component === ''
      ? (event.reportingComponent ?? '')
      : event.source.component,
    (event.message ?? '').trim(),
  ]);
  const dashes = header.map((title) => '-'.repeat(title.length));
  for (const line of alignColumns([header, dashes, ...rows], { padding: 2, minWidth: 0 })
    .trimEnd()
    .split('\n')) {
    writer.line(1, line);
  }
}

function ageOf(event: DeepReadonly<Event>, now: number): string {
  const count = event.series?.count ?? event.count ?? 1;
  const last = humanDuration(now - lastSeen(event));
  return count > 1 ? `${last} (x${String(count)} over ${humanDuration(now - firstSeen(event))})` : last;
}
