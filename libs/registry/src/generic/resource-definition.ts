import type { GroupVersionKind, KubeObject } from '@kubescript/apimachinery';
import type { Strategy, StoreOptions, TableConvertor } from '@kubescript/apiserver';

/** How updates of a subresource that is stored with its object differ from those of the object. */
export type SubresourceStrategy<T extends KubeObject> = Pick<
  Strategy<T>,
  'prepareForUpdate' | 'validateUpdate' | 'warningsOnUpdate'
>;

/** Everything that is particular to one resource: what discovery shows, how it is kept, what it refuses. */
export interface ResourceDefinition<T extends KubeObject> extends Omit<StoreOptions<T>, 'resource' | 'table'> {
  /** `deployments` */
  readonly resource: string;
  /** `deployment` */
  readonly singular: string;
  /** The hub version. */
  readonly kind: GroupVersionKind;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** What every client of the resource is warned of. */
  readonly deprecation?: string;
  /** What discovery says objects are stored as, where the reference does not yet store the hub version. */
  readonly storageVersion?: string;
  readonly strategy: Strategy<T>;
  /** Present where the resource has a `status` subresource. */
  readonly statusStrategy?: SubresourceStrategy<T>;
  readonly table?: TableConvertor;
}
