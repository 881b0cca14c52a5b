import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { EncodedObject, RestWatchEvent } from '../registry/rest.ts';
import { EncodedItem } from './encoded-item.ts';
import { withResourceVersion } from './object-codec.ts';

/** The objects that a reader or watcher wants. */
export type ObjectPredicate = (object: DeepReadonly<KubeObject>) => boolean;

/**
 * One change as the watch cache keeps it. Each way in which it can appear to a watcher is one shared object, so its
 * encodings are shared too.
 */
export class CacheEvent {
  readonly key: string;
  readonly revision: number;
  /** The new state; undefined for a deletion. */
  readonly item: EncodedObject | undefined;
  readonly previous: EncodedObject | undefined;
  private added: RestWatchEvent | undefined;
  private modified: RestWatchEvent | undefined;
  private deleted: RestWatchEvent | undefined;

  constructor(
    key: string,
    revision: number,
    states: { readonly item?: EncodedObject | undefined; readonly previous?: EncodedObject | undefined },
  ) {
    this.key = key;
    this.revision = revision;
    this.item = states.item;
    this.previous = states.previous;
  }

  /**
   * What the change is to somebody who sees only what `matches`: an object that enters the selection is ADDED, one
   * that leaves it DELETED; undefined if neither state is in it.
   */
  seenThrough(matches: ObjectPredicate): RestWatchEvent | undefined {
    const before = this.previous !== undefined && matches(this.previous.object);
    const after = this.item !== undefined && matches(this.item.object);
    if (after) return before ? this.asModified(this.item) : this.asAdded(this.item);
    return before ? this.asDeleted(this.previous) : undefined;
  }

  private asAdded(item: EncodedObject): RestWatchEvent {
    return (this.added ??= { type: 'ADDED', item });
  }

  private asModified(item: EncodedObject): RestWatchEvent {
    return (this.modified ??= { type: 'MODIFIED', item });
  }

  /** The last state, under the resourceVersion of the change that took it away. */
  private asDeleted(previous: EncodedObject): RestWatchEvent {
    return (this.deleted ??= {
      type: 'DELETED',
      item: new EncodedItem(withResourceVersion(previous.object, String(this.revision))),
    });
  }
}
