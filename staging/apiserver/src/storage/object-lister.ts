import { failureStatus, type KubeObject, newBadRequest, StatusError } from '@kubescript/apimachinery';

import type { EncodedObject, ListQuery, ListResult } from '../registry/rest.ts';
import type { Selection } from '../registry/selection.ts';
import { type Backend, CompactedError, FutureRevisionError } from './backend.ts';
import type { ObjectState } from './cache-event.ts';
import type { Cacher } from './cacher.ts';
import { type ContinuePosition, decodeContinue, encodeContinue } from './continue-token.ts';
import type { StorageMetrics } from './storage-metrics.ts';
import { listResourceVersion, newCompactedList, newTooLargeResourceVersion } from './storage-errors.ts';

/** Keys read from the store at once when a list at an old revision has selectors. */
const CHUNK = 500;

const TOO_OLD_CONTINUE =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.';

/** What to list. */
export interface ListScope {
  /** All keys of the list start with it: `/registry/pods/` or `/registry/pods/default/`. */
  readonly prefix: string;
  /** The only key, where the query pins one. */
  readonly key?: string | undefined;
  readonly selection: Selection;
}

interface Entry extends ObjectState {
  readonly key: string;
}

/** Answers list requests: from the cache where that gives the right state, else from the history of the store. */
export class ObjectLister<T extends KubeObject> {
  private readonly backend: Backend;
  private readonly cacher: Cacher<T>;
  private readonly metrics: StorageMetrics | undefined;

  constructor(backend: Backend, cacher: Cacher<T>, metrics?: StorageMetrics) {
    this.backend = backend;
    this.cacher = cacher;
    this.metrics = metrics;
  }

  /**
   * One page. Throws 400 for bad tokens and versions, 410 for state that is gone, 504 for state that has not come.
   *
   * @go k8s.io/apiserver/pkg/storage/cacher#(*Cacher).GetList
   */
  async list(scope: ListScope, query: ListQuery): Promise<ListResult> {
    if (query.continue !== '') return this.continueList(scope, query);
    const revision = listResourceVersion(query.resourceVersion);
    const isExact =
      query.resourceVersionMatch === 'Exact' || (query.resourceVersionMatch === '' && query.limit > 0 && revision > 0);
    if (isExact) return this.listAt(scope, query.limit, { revision, startKey: scope.prefix }, false);
    if (query.resourceVersion === '') {
      if ((await this.backend.hasReliableProgress?.()) === false) return this.listNow(scope, query.limit);
      await this.cacher.waitUntilConsistent();
    } else await this.cacher.waitFor(revision);
    return this.listCached(scope, query.resourceVersion === '0' ? 0 : query.limit, scope.prefix);
  }

  /** The state as the store has it, whatever the cache knows. */
  private async listNow(scope: ListScope, limit: number): Promise<ListResult> {
    await this.cacher.start();
    return this.listStored(scope, limit, { revision: 0, startKey: scope.prefix });
  }

  private async continueList(scope: ListScope, query: ListQuery): Promise<ListResult> {
    if (query.resourceVersion !== '' && query.resourceVersion !== '0') {
      throw newBadRequest('specifying resource version is not allowed when using continue');
    }
    const position = decodeContinue(query.continue, scope.prefix);
    if (position.revision > 0) return this.listAt(scope, query.limit, position, true);
    await this.cacher.waitUntilConsistent();
    return this.listCached(scope, query.limit, position.startKey);
  }

  /** The cache is never newer than `revision` as far as this resource goes if nothing changed in it since. */
  private async listAt(
    scope: ListScope,
    limit: number,
    position: ContinuePosition,
    isContinued: boolean,
  ): Promise<ListResult> {
    const { cacher } = this;
    const { revision, startKey } = position;
    if (cacher.isStarted && cacher.changeRevision <= revision && revision <= cacher.revision) {
      return this.listCached(scope, limit, startKey, revision);
    }
    try {
      return await this.listStored(scope, limit, position);
    } catch (err) {
      if (err instanceof CompactedError) {
        throw isContinued ? newExpiredContinue(encodeContinue(startKey, scope.prefix, -1)) : newCompactedList();
      }
      if (err instanceof FutureRevisionError) throw newTooLargeResourceVersion(revision, err.currentRevision);
      throw err;
    }
  }

  private listCached(scope: ListScope, limit: number, startKey: string, revision = this.cacher.revision): ListResult {
    const { entries, index } = this.cachedEntries(scope, startKey);
    const page = pageOf(entries, scope, limit, revision);
    this.metrics?.onCacheList({ index, fetched: entries.length, returned: page.items.length });
    return page;
  }

  private cachedEntries(
    scope: ListScope,
    startKey: string,
  ): { readonly entries: readonly Entry[]; readonly index: string } {
    if (scope.key !== undefined) {
      const entry = scope.key >= startKey ? this.cacher.get(scope.key) : undefined;
      return { entries: entry === undefined ? [] : [entry], index: '' };
    }
    for (const [field, value] of Object.entries(scope.selection.exact)) {
      const entries = this.cacher.listByField(field, value, scope.prefix, startKey);
      if (entries !== undefined) return { entries, index: `f:${field}` };
    }
    return { entries: this.cacher.list(scope.prefix, startKey), index: '' };
  }

  private async listStored(scope: ListScope, limit: number, position: ContinuePosition): Promise<ListResult> {
    let { revision } = position;
    const chunk = limit > 0 ? (scope.selection.isEverything ? limit : Math.max(limit, CHUNK)) : 0;
    const entries: Entry[] = [];
    let matched = 0;
    for (let startKey = position.startKey; ;) {
      const range = await this.backend.list(scope.prefix, { startKey, limit: chunk, revision });
      if (revision === 0) revision = range.revision;
      for (const kv of range.kvs) {
        if (scope.key !== undefined && kv.key !== scope.key) continue;
        const entry = this.cacher.entryOf(kv);
        entries.push(entry);
        if (scope.selection.matches(entry.attributes)) matched += 1;
      }
      const last = range.kvs.at(-1);
      const isEnough = limit > 0 && matched >= limit;
      if (!range.more || last === undefined || isEnough) {
        const left = range.more ? range.count - range.kvs.length : 0;
        const page = pageOf(entries, scope, limit, revision, left);
        const seen = entries.length;
        this.metrics?.onStorageList({ fetched: seen, evaluated: seen, returned: page.items.length });
        return page;
      }
      startKey = `${last.key}\0`;
    }
  }
}

/** Cuts a page from entries in key order; `left` more keys are known to follow them. */
function pageOf(entries: readonly Entry[], scope: ListScope, limit: number, revision: number, left = 0): ListResult {
  const { matches, isEverything } = scope.selection;
  const items: EncodedObject[] = [];
  let taken = 0;
  for (; taken < entries.length && (limit === 0 || items.length < limit); taken++) {
    const entry = entries[taken];
    if (entry !== undefined && matches(entry.attributes)) items.push(entry.item);
  }
  const remaining = entries.length - taken + left;
  const last = entries[taken - 1];
  const resourceVersion = String(revision);
  if (remaining === 0 || last === undefined) return { items, resourceVersion };
  const token = encodeContinue(`${last.key}\0`, scope.prefix, revision);
  return { items, resourceVersion, continue: token, ...(isEverything ? { remainingItemCount: remaining } : {}) };
}

/** 410 with a token that goes on from the current state. */
function newExpiredContinue(token: string): StatusError {
  const status = failureStatus('Expired', TOO_OLD_CONTINUE);
  return new StatusError({ ...status, metadata: { continue: token } });
}
