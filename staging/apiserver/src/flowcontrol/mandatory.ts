import type { FlowSchema, PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};
const group = (name: string): { kind: string; group: { name: string } } => ({ kind: 'Group', group: { name } });

/**
 * The priority levels that a server works with whatever the API says.
 *
 * @go k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap#MandatoryPriorityLevelConfigurations
 */
export const mandatoryPriorityLevels: readonly PriorityLevelConfiguration[] = [
  {
    kind: 'PriorityLevelConfiguration',
    apiVersion,
    metadata: { name: 'exempt' },
    spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
    status: {},
  },
  {
    kind: 'PriorityLevelConfiguration',
    apiVersion,
    metadata: { name: 'catch-all' },
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    },
    status: {},
  },
];

/** The same for flow schemas. @go MandatoryFlowSchemas */
export const mandatoryFlowSchemas: readonly FlowSchema[] = [
  {
    kind: 'FlowSchema',
    apiVersion,
    metadata: { name: 'exempt' },
    spec: {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [{ subjects: [group('system:masters')], ...everything }],
    },
    status: {},
  },
  {
    kind: 'FlowSchema',
    apiVersion,
    metadata: { name: 'catch-all' },
    spec: {
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:unauthenticated'), group('system:authenticated')], ...everything }],
    },
    status: {},
  },
];
