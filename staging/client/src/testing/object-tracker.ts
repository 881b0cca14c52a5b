import {
  type Clock,
  type DeepReadonly,
  formatTime,
  type GroupVersionResource,
  keyOf,
  type KubeObject,
  newAlreadyExists,
  newConflict,
  newNotFound,
} from '@kubescript/apimachinery';

/** A change of an object, as watches tell it. */
export interface TrackedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: string;
  readonly object: DeepReadonly<KubeObject>;
  readonly resourceVersion: number;
}

/** The objects of a FakeClient, with the bookkeeping that an API server does for every resource. */
export class ObjectTracker {
  readonly #objects = new Map<string, Map<string, DeepReadonly<KubeObject>>>();
  readonly #clock: Clock;
  readonly #watchers = new Set<(event: TrackedEvent) => void>();
  readonly #log: TrackedEvent[] = [];
  #resourceVersion = 100;
  #uid = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get resourceVersion(): string {
    return String(this.#resourceVersion);
  }

  get(gvr: GroupVersionResource, key: string): DeepReadonly<KubeObject> {
    const found = this.#collection(gvr).get(key);
    if (found === undefined) throw newNotFound(gvr, key.slice(key.indexOf('/') + 1));
    return found;
  }

  list(gvr: GroupVersionResource): readonly DeepReadonly<KubeObject>[] {
    return [...this.#collection(gvr).values()];
  }

  create(gvr: GroupVersionResource, object: KubeObject): DeepReadonly<KubeObject> {
    const { metadata } = object;
    if ((metadata.name ?? '') === '' && metadata.generateName !== undefined) {
      metadata.name = `${metadata.generateName}${(this.#uid + 1).toString(36).padStart(5, 'x')}`;
    }
    const key = keyOf(object);
    if (this.#collection(gvr).has(key)) throw newAlreadyExists(gvr, metadata.name ?? '');
    this.#uid += 1;
    metadata.uid ??= `00000000-0000-4000-8000-${String(this.#uid).padStart(12, '0')}`;
    metadata.creationTimestamp ??= formatTime(this.#clock.now());
    metadata.generation ??= 1;
    return this.#store('ADDED', gvr, object);
  }

  /** Puts `object` in place of the stored one, which it must be based on; the last finalizer ends a deleted object. */
  update(gvr: GroupVersionResource, object: KubeObject): DeepReadonly<KubeObject> {
    const old = this.get(gvr, keyOf(object));
    const { metadata } = object;
    const based = metadata.resourceVersion ?? '';
    if (based !== '' && based !== old.metadata.resourceVersion) {
      throw newConflict(
        gvr,
        metadata.name ?? '',
        'the object has been modified; please apply your changes to the latest version and try again',
      );
    }
    if (metadata.uid !== undefined && metadata.uid !== old.metadata.uid) {
      throw newConflict(gvr, metadata.name ?? '', 'Precondition failed: UID in precondition does not match');
    }
    metadata.uid = old.metadata.uid ?? '';
    metadata.creationTimestamp = old.metadata.creationTimestamp ?? '';
    if (old.metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.metadata.deletionTimestamp;
    const changed = JSON.stringify(specOf(old)) !== JSON.stringify(specOf(object));
    metadata.generation = (old.metadata.generation ?? 1) + (changed ? 1 : 0);
    metadata.resourceVersion = old.metadata.resourceVersion ?? '';
    if (JSON.stringify(old) === JSON.stringify(object)) return old;
    if (metadata.deletionTimestamp !== undefined && !isHeld(object)) {
      return this.#remove(gvr, object);
    }
    return this.#store('MODIFIED', gvr, object);
  }

  delete(
    gvr: GroupVersionResource,
    key: string,
    options: {
      readonly propagationPolicy?: string;
      readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
    } = {},
  ): void {
    const old = this.get(gvr, key);
    const { uid, resourceVersion } = options.preconditions ?? {};
    if (uid !== undefined && uid !== old.metadata.uid) {
      throw newConflict(gvr, old.metadata.name ?? '', `Precondition failed: UID in precondition: ${uid}`);
    }
    if (resourceVersion !== undefined && resourceVersion !== old.metadata.resourceVersion) {
      throw newConflict(gvr, old.metadata.name ?? '', 'Precondition failed: resourceVersion');
    }
    const object = structuredClone(old) as KubeObject;
    const added = { Orphan: 'orphan', Foreground: 'foregroundDeletion' }[options.propagationPolicy ?? ''];
    const finalizers = new Set(object.metadata.finalizers);
    if (added !== undefined) finalizers.add(added);
    if (finalizers.size === 0) {
      this.#remove(gvr, object);
      return;
    }
    if (object.metadata.deletionTimestamp !== undefined && added === undefined) return;
    object.metadata.deletionTimestamp ??= formatTime(this.#clock.now());
    object.metadata.finalizers = [...finalizers];
    this.#store('MODIFIED', gvr, object);
  }

  /** Calls back for each event after `since`, at once for those that were before; the result ends that. */
  watch(since: number, onEvent: (event: TrackedEvent) => void): () => void {
    for (const event of this.#log) if (event.resourceVersion > since) onEvent(event);
    this.#watchers.add(onEvent);
    return () => {
      this.#watchers.delete(onEvent);
    };
  }

  #remove(gvr: GroupVersionResource, object: KubeObject): DeepReadonly<KubeObject> {
    this.#collection(gvr).delete(keyOf(object));
    return this.#publish('DELETED', gvr, object);
  }

  #store(type: 'ADDED' | 'MODIFIED', gvr: GroupVersionResource, object: KubeObject): DeepReadonly<KubeObject> {
    const stored = this.#publish(type, gvr, object);
    this.#collection(gvr).set(keyOf(stored), stored);
    return stored;
  }

  #publish(type: TrackedEvent['type'], gvr: GroupVersionResource, object: KubeObject): DeepReadonly<KubeObject> {
    this.#resourceVersion += 1;
    object.metadata.resourceVersion = this.resourceVersion;
    const event = { type, resource: resourceKey(gvr), object, resourceVersion: this.#resourceVersion };
    this.#log.push(event);
    for (const watcher of this.#watchers) watcher(event);
    return object;
  }

  #collection(gvr: GroupVersionResource): Map<string, DeepReadonly<KubeObject>> {
    const key = resourceKey(gvr);
    const known = this.#objects.get(key);
    if (known !== undefined) return known;
    const made = new Map<string, DeepReadonly<KubeObject>>();
    this.#objects.set(key, made);
    return made;
  }
}

/** What tells resources apart; versions of one resource share their objects. */
export function resourceKey({ group, resource }: GroupVersionResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** What a change of generation depends on: everything but metadata and status. */
function specOf(object: DeepReadonly<KubeObject>): unknown {
  const { metadata: _, status: __, ...rest } = object as DeepReadonly<KubeObject> & { readonly status?: unknown };
  return rest;
}

/** True if a finalizer keeps a deleted object: one of its metadata, or for namespaces one of its spec. */
function isHeld(object: KubeObject): boolean {
  const { spec } = object as KubeObject & { readonly spec?: { readonly finalizers?: readonly string[] } };
  return [...(object.metadata.finalizers ?? []), ...(spec?.finalizers ?? [])].length > 0;
}
