import { type ChangeBook, textOf } from './change-book.ts';
import type { Change, History, Listing, WatchedEvent, WatchStream } from './history.ts';

/** Lists that are no snapshot of the objects at their resourceVersion. */
export function checkLists(history: History, book: ChangeBook): string[] {
  return history.lists.flatMap((list) => [
    ...[...list.items]
      .filter(([, { rv }]) => rv > list.rv)
      .map(([key, { rv }]) => `the list at ${list.rv} has ${key} of ${rv}`),
    ...[...book.byKey].flatMap(([key, changes]) => checkListedKey(list, key, changes, history)),
  ]);
}

function checkListedKey(list: Listing, key: string, changes: readonly Change[], { end }: History): string[] {
  const last = changes.findLast(({ rv }) => rv <= list.rv);
  const next = changes.find(({ rv }) => rv > list.rv);
  const item = list.items.get(key);
  if (item !== undefined) {
    return last?.rv === item.rv || last === undefined
      ? []
      : [`the list at ${list.rv} has ${key} of ${item.rv} in spite of ${textOf(last)}`];
  }
  if (last?.value === undefined) return [];
  const isThere = next?.uid === last.uid || end.get(key)?.rv === last.rv;
  return isThere ? [`the list at ${list.rv} lacks ${textOf(last)}`] : [];
}

/** What is wrong with a watch: order, repetition, gaps, or events that do not follow from the state before. */
export function checkWatch(stream: WatchStream, book: ChangeBook): string[] {
  const who = `watch of ${stream.client} from ${stream.from}`;
  return [...checkOrder(stream), ...checkTypes(stream), ...checkGaps(stream, book)].map((text) => `${who}: ${text}`);
}

function checkOrder({ from, events }: WatchStream): string[] {
  let last = from;
  const violations: string[] = [];
  for (const event of events) {
    if (event.version.rv <= last) violations.push(`${nameOf(event)} comes after ${last}`);
    last = Math.max(last, event.version.rv);
  }
  return violations;
}

function checkTypes({ initial, events }: WatchStream): string[] {
  const uids = new Map([...initial].map(([key, { uid }]) => [key, uid]));
  const violations: string[] = [];
  for (const event of events) {
    const { type, key, version } = event;
    const uid = uids.get(key);
    if (type === 'ADDED' && uid !== undefined) violations.push(`${nameOf(event)}, but it is there`);
    if (type !== 'ADDED' && uid !== version.uid) violations.push(`${nameOf(event)}, but ${uid ?? 'nothing'} is there`);
    if (type === 'DELETED') uids.delete(key);
    else uids.set(key, version.uid);
  }
  return violations;
}

function checkGaps({ from, until, events }: WatchStream, book: ChangeBook): string[] {
  const told = new Set(events.map(({ version }) => version.rv));
  return [...book.changes.values()]
    .filter(({ rv }) => rv > from && rv <= until && !told.has(rv))
    .map((change) => `it ends at ${until} and lacks ${textOf(change)}`);
}

function nameOf({ type, key, version }: WatchedEvent): string {
  return `${type} ${key} at ${version.rv}`;
}
