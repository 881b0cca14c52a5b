import {
  type ConfigFileType,
  boolField,
  durationField,
  intField,
  listField,
  numberField,
  objectField,
  textField,
} from '@kubescript/component-base';
import {
  type KubeSchedulerConfiguration,
  type KubeSchedulerProfile,
  type LeaderElectionConfiguration,
  type PluginRef,
  type PluginSet,
  type Plugins,
  SCHEDULER_CONFIG_API_VERSION,
} from '@kubescript/kube-scheduler';

import { type CompleteProfile, enabledPlugins, mergePlugins } from '../framework/profile.ts';
import { DEFAULT_PLUGINS } from '../plugins/default-plugins.ts';
import { inTreePlugins } from '../plugins/registry.ts';
import { pluginConfigField } from './plugin-args.ts';

const pluginRefs = listField(objectField<PluginRef>({ name: textField, weight: intField }));
const pluginSet = objectField<PluginSet>({ enabled: pluginRefs, disabled: pluginRefs });

const profile = objectField<KubeSchedulerProfile>({
  schedulerName: textField,
  percentageOfNodesToScore: intField,
  plugins: objectField<Plugins>({
    preEnqueue: pluginSet,
    queueSort: pluginSet,
    preFilter: pluginSet,
    filter: pluginSet,
    postFilter: pluginSet,
    preScore: pluginSet,
    score: pluginSet,
    reserve: pluginSet,
    permit: pluginSet,
    preBind: pluginSet,
    bind: pluginSet,
    postBind: pluginSet,
    multiPoint: pluginSet,
  }),
  pluginConfig: listField(pluginConfigField),
});

/** How the scheduler's configuration file is decoded. */
export const schedulerConfigType: ConfigFileType<KubeSchedulerConfiguration> = {
  apiVersion: SCHEDULER_CONFIG_API_VERSION,
  kind: 'KubeSchedulerConfiguration',
  fields: {
    parallelism: intField,
    leaderElection: objectField<LeaderElectionConfiguration>({
      leaderElect: boolField,
      leaseDuration: durationField,
      renewDeadline: durationField,
      retryPeriod: durationField,
      resourceLock: textField,
      resourceName: textField,
      resourceNamespace: textField,
    }),
    clientConnection: objectField({
      kubeconfig: textField,
      acceptContentTypes: textField,
      contentType: textField,
      qps: numberField,
      burst: intField,
    }),
    enableProfiling: boolField,
    enableContentionProfiling: boolField,
    percentageOfNodesToScore: intField,
    podInitialBackoffSeconds: intField,
    podMaxBackoffSeconds: intField,
    profiles: listField(profile),
    delayCacheUntilActive: boolField,
  },
};

/** The profiles of a configuration with the default plugins filled in; one default profile where it has none. */
export function completeProfiles(config: KubeSchedulerConfiguration): readonly CompleteProfile[] {
  const profiles = config.profiles ?? [];
  return (profiles.length === 0 ? [{}] : profiles).map((given: KubeSchedulerProfile) => ({
    ...given,
    schedulerName: given.schedulerName ?? (profiles.length <= 1 ? 'default-scheduler' : ''),
    plugins: mergePlugins(DEFAULT_PLUGINS, given.plugins),
  }));
}

/**
 * What is wrong with a decoded configuration, each problem with the path of its field.
 * @go kubernetes/pkg/scheduler/apis/config/validation#ValidateKubeSchedulerConfiguration
 */
export function validateSchedulerConfig(config: KubeSchedulerConfiguration): readonly Error[] {
  const problems: string[] = [];
  const { podInitialBackoffSeconds: initial = 1, podMaxBackoffSeconds: max = 10 } = config;
  problems.push(...unsupportedFields(config));
  if (initial <= 0) problems.push('podInitialBackoffSeconds: must be greater than 0');
  if (max < initial) problems.push('podMaxBackoffSeconds: must not be less than podInitialBackoffSeconds');
  problems.push(...percentageProblems(config.percentageOfNodesToScore, 'percentageOfNodesToScore'));
  const names = new Set<string>();
  for (const [index, { schedulerName, percentageOfNodesToScore, plugins }] of completeProfiles(config).entries()) {
    const path = `profiles[${String(index)}]`;
    if (schedulerName === '') problems.push(`${path}.schedulerName: required where there are several profiles`);
    else if (names.has(schedulerName)) problems.push(`${path}.schedulerName: duplicate "${schedulerName}"`);
    names.add(schedulerName);
    problems.push(...percentageProblems(percentageOfNodesToScore, `${path}.percentageOfNodesToScore`));
    for (const name of enabledPlugins(plugins)) {
      if (!inTreePlugins.has(name)) problems.push(`${path}.plugins: plugin "${name}" does not exist`);
    }
  }
  return problems.map((problem) => new Error(problem));
}

/** Fields of upstream's kind that ask for what this scheduler does not do; the values that it fulfils anyway are fine. */
function unsupportedFields(config: KubeSchedulerConfiguration): readonly string[] {
  const { clientConnection = {}, leaderElection = {} } = config;
  const problems: string[] = [];
  if (config.parallelism !== undefined) {
    problems.push('parallelism: not supported, nodes are looked at one after another');
  }
  for (const field of ['enableProfiling', 'enableContentionProfiling'] as const) {
    if (config[field] === true) problems.push(`${field}: not supported, start Node with --inspect to profile`);
  }
  if (config.delayCacheUntilActive === false) {
    problems.push('delayCacheUntilActive: must be true, caches are filled only once the scheduler is active');
  }
  for (const field of ['contentType', 'acceptContentTypes'] as const) {
    const type = clientConnection[field] ?? '';
    if (type !== '' && type !== 'application/json') {
      problems.push(`clientConnection.${field}: "${type}" is not supported, use application/json`);
    }
  }
  const lock = leaderElection.resourceLock ?? '';
  if (lock !== '' && lock !== 'leases') {
    problems.push(`leaderElection.resourceLock: "${lock}" is not supported, use leases`);
  }
  return problems;
}

function percentageProblems(value: number | undefined, path: string): readonly string[] {
  return value === undefined || (value >= 0 && value <= 100) ? [] : [`${path}: must be between 0 and 100`];
}
