import type { DeepReadonly, FieldError, KubeObject } from '@kubescript/apimachinery';

import type { UserInfo } from '../authentication/authenticator.ts';

/** What a strategy may know of the request besides the object. */
export interface RequestContext {
  readonly namespace: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** The group that the request names, where a resource is served by several; absent for calls from within. */
  readonly apiGroup?: string;
  readonly signal: AbortSignal;
  /** Adds a warning to the answer (what a strategy's `warningsOn*` return goes here). */
  readonly warn?: (message: string) => void;
}

/**
 * What is special about storing one resource: upstream's RESTCreateStrategy, RESTUpdateStrategy and
 * RESTDeleteStrategy (apiserver/pkg/registry/rest). Objects are of the hub version, already decoded and defaulted.
 * `prepare*` may change `object` in place; `validate*` must not.
 */
export interface Strategy<T extends KubeObject = KubeObject> {
  readonly namespaced: boolean;
  /** PUT of a name that does not exist creates it. */
  readonly allowCreateOnUpdate: boolean;
  /** PUT without resourceVersion overwrites. */
  readonly allowUnconditionalUpdate: boolean;
  /** Bumps `metadata.generation` when something else than metadata and status changes. */
  readonly tracksGeneration?: boolean;
  prepareForCreate?(object: T, context: RequestContext): void;
  validate(object: T, context: RequestContext): FieldError[];
  warningsOnCreate?(object: T): string[];
  /** Brings an object into its canonical form after validation (sorting, deduplication). */
  canonicalize?(object: T): void;
  prepareForUpdate?(object: T, old: DeepReadonly<T>, context: RequestContext): void;
  validateUpdate(object: T, old: DeepReadonly<T>, context: RequestContext): FieldError[];
  warningsOnUpdate?(object: T, old: DeepReadonly<T>): string[];
  /** Graceful deletion: seconds to wait, or undefined for at once. Only pods have it. */
  gracePeriodFor?(object: DeepReadonly<T>, requested: number | undefined): number | undefined;
  /** The propagation policy when a DELETE names none. */
  readonly defaultPropagation?: 'Background' | 'Orphan';
  /** Field selectors beyond metadata.name and metadata.namespace: label → value of an object. */
  readonly selectableFields?: Readonly<Record<string, (object: DeepReadonly<T>) => string>>;
  /** What clients are told who select by a field that is none of these, where the kind has words of its own. */
  readonly unknownFieldLabel?: (label: string) => string;
}
