import type { Clock } from '@kubescript/apimachinery';
import type {
  AdmissionMetrics,
  ApiGroupVersion,
  Authorizer,
  HookClientManager,
  ParamSource,
  PolicyMetrics,
} from '@kubescript/apiserver';
import type { Stores } from '@kubescript/lib-registry';

import type { PodSecurityMetrics } from '../podsecurity/metrics.ts';
import type { ImagePolicyBackend } from '../imagepolicy/backend.ts';
import type { PluginConfiguration } from './plugin-configuration.ts';
import type { ConfigurationInformers } from './informers.ts';

/** What admission plugins work with: they read the server's own stores, whose caches answer without a request. */
export interface AdmissionDeps {
  readonly stores: Stores;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly informers: ConfigurationInformers;
  readonly hookClients: HookClientManager;
  /** Who decides about images, if somebody does. */
  readonly imagePolicy?: ImagePolicyBackend | undefined;
  /** The configuration of a plugin, if there is one. */
  readonly configuration?: ((plugin: string) => PluginConfiguration | undefined) | undefined;
  /** All that is served at the moment. */
  readonly served: () => readonly ApiGroupVersion[];
  /** Finds the parameters of policies. */
  readonly params: ParamSource;
  readonly metrics?: AdmissionMetrics | undefined;
  readonly policyMetrics?: { readonly validating: PolicyMetrics; readonly mutating: PolicyMetrics } | undefined;
  readonly podSecurityMetrics?: PodSecurityMetrics | undefined;
  /** Told of webhooks that failed and were passed over. */
  readonly onFailOpen?: ((error: Error) => void) | undefined;
}
