import type { EncodedObject, RestWatchEvent } from '../registry/rest.ts';
import type { EncodedItem } from './encoded-item.ts';
import type { AttributesPredicate, ObjectAttributes } from './object-attributes.ts';

/** A state of an object, and what selectors see of it. */
export interface ObjectState {
  readonly item: EncodedItem;
  readonly attributes: ObjectAttributes;
}

/**
 * One change as the watch cache keeps it. Each way in which it can appear to a watcher is one shared object, so its
 * encodings are shared too.
 */
export class CacheEvent {
  readonly key: string;
  readonly revision: number;
  /** The new state; undefined for a deletion. */
  readonly current: ObjectState | undefined;
  readonly previous: ObjectState | undefined;
  private added: RestWatchEvent | undefined;
  private modified: RestWatchEvent | undefined;
  private deleted: RestWatchEvent | undefined;

  constructor(
    key: string,
    revision: number,
    states: { readonly current?: ObjectState | undefined; readonly previous?: ObjectState | undefined },
  ) {
    this.key = key;
    this.revision = revision;
    this.current = states.current;
    this.previous = states.previous;
  }

  /**
   * What the change is to somebody who sees only what `matches`: an object that enters the selection is ADDED, one
   * that leaves it DELETED; undefined if neither state is in it.
   */
  seenThrough(matches: AttributesPredicate): RestWatchEvent | undefined {
    const { previous, current } = this;
    const before = previous !== undefined && matches(previous.attributes);
    const after = current !== undefined && matches(current.attributes);
    if (after) return before ? this.asModified(current.item) : this.asAdded(current.item);
    return before ? this.asDeleted(previous.item) : undefined;
  }

  private asAdded(item: EncodedObject): RestWatchEvent {
    return (this.added ??= { type: 'ADDED', item });
  }

  private asModified(item: EncodedObject): RestWatchEvent {
    return (this.modified ??= { type: 'MODIFIED', item });
  }

  /** The last state, under the resourceVersion of the change that took it away. */
  private asDeleted(previous: EncodedItem): RestWatchEvent {
    return (this.deleted ??= {
      type: 'DELETED',
      item: previous.underVersion(String(this.revision)),
    });
  }
}
