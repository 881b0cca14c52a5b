import type { Clock, Scheme } from '@kubescript/apimachinery';
import {
  type AdmissionPlugin,
  type Authorizer,
  HookClientManager,
  newAdmissionMetrics,
  newPolicyMetrics,
} from '@kubescript/apiserver';
import type { MetricsRegistry } from '@kubescript/component-base';
import type { Stores } from '@kubescript/lib-registry';

import type { AdmissionDeps } from './generic/deps.ts';
import { ConfigurationInformers } from './generic/informers.ts';
import { type ServedGroups, newParamSource } from './policy/params.ts';
import { newAdmissionPlugins } from './plugins.ts';
import { newServiceResolver } from './webhook/service-resolver.ts';

/** What admission is set up with. */
export interface AdmissionOptions {
  /** Plugins to run besides the default ones. */
  readonly enable: readonly string[];
  /** Default plugins that are not to run. */
  readonly disable: readonly string[];
  readonly stores: Stores;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  /** Reach the webhooks behind Services by their endpoints in place of the cluster IP. */
  readonly routeToEndpoints: boolean;
  /** All that is served, where policies find their parameters. */
  readonly served: ServedGroups;
  readonly scheme: Scheme;
  readonly metrics?: MetricsRegistry;
  readonly onFailOpen?: (error: Error) => void;
}

/** The plugins in their order, with what they keep open. Dispose it before the stores. */
export interface Admission extends AsyncDisposable {
  readonly plugins: readonly AdmissionPlugin[];
}

/** Sets admission up; throws an Error that names a plugin that is not known. */
export function openAdmission(options: AdmissionOptions): Admission {
  const { stores, authorizer, clock, metrics, onFailOpen } = options;
  const serviceResolver = newServiceResolver(stores, options.routeToEndpoints);
  const hookClients = new HookClientManager({ serviceResolver });
  const informers = new ConfigurationInformers(clock);
  const params = newParamSource(options.served, options.scheme);
  const deps = { stores, authorizer, clock, informers, hookClients, params, onFailOpen, ...metricsOf(metrics) };
  return {
    plugins: newAdmissionPlugins(options.enable, options.disable, deps),
    async [Symbol.asyncDispose]() {
      hookClients[Symbol.dispose]();
      await informers[Symbol.asyncDispose]();
    },
  };
}

function metricsOf(registry: MetricsRegistry | undefined): Pick<AdmissionDeps, 'metrics' | 'policyMetrics'> {
  if (!registry) return {};
  return {
    metrics: newAdmissionMetrics(registry),
    policyMetrics: {
      validating: newPolicyMetrics(registry, 'validating'),
      mutating: newPolicyMetrics(registry, 'mutating'),
    },
  };
}
