import type { Clock, Scheme } from '@kubescript/apimachinery';
import {
  type AdmissionPlugin,
  type AuthenticationInfoResolver,
  type Authorizer,
  HookClientManager,
  newAdmissionMetrics,
  newPolicyMetrics,
} from '@kubescript/apiserver';
import type { MetricsRegistry } from '@kubescript/component-base';
import type { Stores } from '@kubescript/lib-registry';

import { type PluginConfigurations, readAdmissionConfiguration } from './admission-configuration.ts';
import type { AdmissionDeps } from './generic/deps.ts';
import { ConfigurationInformers } from './generic/informers.ts';
import { type ServedGroups, newParamSource } from './policy/params.ts';
import { newAdmissionPlugins } from './plugins.ts';
import { newPodSecurityMetrics } from './podsecurity/metrics.ts';
import { openImagePolicyBackend } from './imagepolicy/backend.ts';
import { readHookCredentials } from './webhook/credentials.ts';
import { newServiceResolver } from './webhook/service-resolver.ts';

/** What admission is set up with. */
export interface AdmissionOptions {
  /** Plugins to run besides the default ones. */
  readonly enable: readonly string[];
  /** Default plugins that are not to run. */
  readonly disable: readonly string[];
  /** The AdmissionConfiguration; '' for none. */
  readonly configFile: string;
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

/** Sets admission up; throws an Error that names a plugin that is not known, or what is wrong with a configuration. */
export async function openAdmission(options: AdmissionOptions): Promise<Admission> {
  const { stores, authorizer, clock, metrics, onFailOpen, served, configFile } = options;
  const configurations = configFile === '' ? new Map<string, never>() : await readAdmissionConfiguration(configFile);
  const serviceResolver = newServiceResolver(stores, options.routeToEndpoints);
  const authInfo = await webhookCredentials(configurations);
  const hookClients = new HookClientManager({
    serviceResolver,
    ...(authInfo ? { authInfo } : {}),
    ...(metrics ? { metrics } : {}),
  });
  const imageConfiguration = configurations.get('ImagePolicyWebhook');
  const imagePolicy = imageConfiguration && (await openImagePolicyBackend(imageConfiguration, clock));
  const informers = new ConfigurationInformers(clock);
  const params = newParamSource(options.served, options.scheme);
  const deps: AdmissionDeps = {
    stores,
    authorizer,
    clock,
    informers,
    hookClients,
    imagePolicy,
    params,
    served,
    onFailOpen,
    configuration: (plugin) => configurations.get(plugin),
    ...metricsOf(metrics),
  };
  return {
    plugins: newAdmissionPlugins(options.enable, options.disable, deps),
    async [Symbol.asyncDispose]() {
      hookClients[Symbol.dispose]();
      imagePolicy?.[Symbol.dispose]();
      await informers[Symbol.asyncDispose]();
    },
  };
}

/** As whom webhooks are called: both plugins have a configuration of their own, and in practice the same one. */
async function webhookCredentials(
  configurations: PluginConfigurations,
): Promise<AuthenticationInfoResolver | undefined> {
  const config = configurations.get('MutatingAdmissionWebhook') ?? configurations.get('ValidatingAdmissionWebhook');
  const { kubeConfigFile } = (config ?? {}) as { readonly kubeConfigFile?: string };
  return kubeConfigFile === undefined ? undefined : readHookCredentials(kubeConfigFile);
}

function metricsOf(
  registry: MetricsRegistry | undefined,
): Pick<AdmissionDeps, 'metrics' | 'podSecurityMetrics' | 'policyMetrics'> {
  if (!registry) return {};
  return {
    metrics: newAdmissionMetrics(registry),
    podSecurityMetrics: newPodSecurityMetrics(registry),
    policyMetrics: {
      validating: newPolicyMetrics(registry, 'validating'),
      mutating: newPolicyMetrics(registry, 'mutating'),
    },
  };
}
