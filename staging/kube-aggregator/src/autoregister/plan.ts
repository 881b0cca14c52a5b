import { isDeepStrictEqual } from 'node:util';

import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { automanagedLabel } from './desired.ts';

/** What is known of one APIService. */
export interface RegistrationState {
  readonly desired: DeepReadonly<APIService> | undefined;
  readonly current: DeepReadonly<APIService> | undefined;
  /** Whether it was brought into its state before. */
  readonly hasSynced: boolean;
  /** Whether it existed when the server started. */
  readonly wasThereAtStart: boolean;
}

/** What to do about it. */
export type RegistrationAction = 'nothing' | 'create' | 'update' | 'delete';

/**
 * Decides what brings an APIService into the state that the server wants. One of the kind `onstart` is looked after
 * once, so that administrators may change it afterwards; one without the label never.
 *
 * @go kube-aggregator/pkg/controllers/autoregister#(*autoRegisterController).checkAPIService
 */
export function planRegistration(state: RegistrationState): RegistrationAction {
  const { desired, current, hasSynced, wasThereAtStart } = state;
  if (managedOf(desired) === 'onstart' && hasSynced) return 'nothing';
  if (!current) return desired ? 'create' : 'nothing';
  const managed = managedOf(current);
  if (managed !== 'onstart' && managed !== 'true') return 'nothing';
  if (managed === 'onstart' && (!wasThereAtStart || hasSynced)) return 'nothing';
  if (!desired) return 'delete';
  return isDeepStrictEqual(current.spec, desired.spec) ? 'nothing' : 'update';
}

function managedOf(service: DeepReadonly<APIService> | undefined): string | undefined {
  return service?.metadata.labels?.[automanagedLabel];
}
