import type { VersionedObject } from './versioned-object.ts';
import { inRowOrder, type TableOptions, type TableItem, tableHead, tableRow } from './table.ts';
import { goJson, utf8 } from '../util/go-json.ts';
import type { TableConvertor } from '../registry/rest.ts';

/** What stands in front of the items of a list. */
export interface ListHead {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const comma = utf8(',');
const end = utf8(']}\n');

/** The JSON of a list: the encodings of its items, which are shared, with what stands between them. */
export function listChunks(head: ListHead, items: readonly VersionedObject[]): Uint8Array[] {
  const chunks = [utf8(`${opened(head)},"items":[`)];
  for (const [index, item] of items.entries()) {
    if (index > 0) chunks.push(comma);
    chunks.push(item.json());
  }
  chunks.push(end);
  return chunks;
}

/** The JSON of a PartialObjectMetadataList: of every item only the bytes of its metadata are sent. */
export function metadataListChunks(head: ListHead, items: readonly VersionedObject[]): Uint8Array[] {
  const itemHead = partialHead(head.apiVersion);
  const first = utf8(itemHead);
  const next = utf8(`},${itemHead}`);
  const chunks = [utf8(`${opened(head)},"items":[`)];
  for (const [index, item] of items.entries()) chunks.push(index === 0 ? first : next, item.metadataJson());
  chunks.push(items.length === 0 ? end : utf8('}]}\n'));
  return chunks;
}

/** The JSON of a Table whose rows hold the metadata of their objects. */
export function tableChunks(
  items: readonly TableItem[],
  convertor: TableConvertor | undefined,
  options: TableOptions,
): Uint8Array[] {
  const objectHead = `,"object":${partialHead(`meta.k8s.io/${options.version}`)}`;
  const chunks = [utf8(`${opened(tableHead(convertor, options))},"rows":[`)];
  for (const [index, item] of inRowOrder(items, convertor).entries()) {
    const row = opened(tableRow(item, convertor, options.now));
    chunks.push(utf8(`${index === 0 ? '' : '}},'}${row}${objectHead}`), item.versioned.metadataJson());
  }
  chunks.push(items.length === 0 ? end : utf8('}}]}\n'));
  return chunks;
}

/** The JSON of an object without the brace that closes it. */
const opened = (value: unknown): string => goJson(value).slice(0, -1);

/** A PartialObjectMetadata up to its metadata. */
const partialHead = (apiVersion: string): string => `${opened({ kind: 'PartialObjectMetadata', apiVersion })},`;
