import type { NodeAffinity } from '@kubescript/api/core/v1';
import {
  type FieldReader,
  anyField,
  boolField,
  choiceField,
  intField,
  listField,
  objectField,
  textField,
} from '@kubescript/component-base';
import type { PluginConfig, ResourceSpec } from '@kubescript/kube-scheduler';

const resources = listField(objectField<ResourceSpec>({ name: textField, weight: intField }));
const scoringStrategy = objectField({
  type: choiceField('LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'),
  resources,
  requestedToCapacityRatio: objectField({
    shape: listField(objectField({ utilization: intField, score: intField })),
  }),
});

/** A type name that is given with arguments, as every object of the configuration may. */
const type = { apiVersion: textField, kind: textField };

/** How the arguments of each plugin that has any are decoded. */
const readers: Readonly<Record<string, FieldReader<unknown>>> = {
  NodeResourcesFit: objectField({
    ...type,
    ignoredResources: listField(textField),
    ignoredResourceGroups: listField(textField),
    scoringStrategy,
  }),
  NodeResourcesBalancedAllocation: objectField({ ...type, resources }),
  NodeAffinity: objectField({ ...type, addedAffinity: anyField as FieldReader<NodeAffinity> }),
  InterPodAffinity: objectField({
    ...type,
    hardPodAffinityWeight: intField,
    ignorePreferredTermsOfExistingPods: boolField,
  }),
  PodTopologySpread: objectField({ ...type, defaultConstraints: listField(anyField), defaultingType: textField }),
  DefaultPreemption: objectField({
    ...type,
    minCandidateNodesPercentage: intField,
    minCandidateNodesAbsolute: intField,
  }),
};

/** Reads one entry of a profile's `pluginConfig`, with the arguments of its plugin. */
export const pluginConfigField: FieldReader<PluginConfig> = (value, path, problems) => {
  const entry: Partial<PluginConfig> = objectField<PluginConfig>({ name: textField, args: anyField })(
    value,
    path,
    problems,
  );
  const { name = '', args } = entry;
  if (args === undefined) return { name };
  const read = readers[name];
  if (read === undefined) {
    problems.push(`${path}.args: plugin "${name}" takes no arguments`);
    return { name };
  }
  return { name, args: read(args, `${path}.args`, problems) };
};
