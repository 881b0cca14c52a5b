import type { Clock } from '@kubescript/apimachinery';
import type { Authorizer } from '@kubescript/apiserver';
import type { Stores } from '@kubescript/lib-registry';

/** What admission plugins work with: they read the server's own stores, whose caches answer without a request. */
export interface AdmissionDeps {
  readonly stores: Stores;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
}
