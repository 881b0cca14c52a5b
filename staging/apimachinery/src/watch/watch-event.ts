import type { KubeObject } from '../runtime/object.ts';
import type { Status } from '../apis/meta/v1/types.ts';

/** One event of a watch, as it travels: close a `switch` over `type` with a `never` check. */
export type WatchEvent<T = KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  /** Carries only `metadata.resourceVersion` (and, at the end of the initial events, an annotation). */
  | { readonly type: 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly object: Status };
