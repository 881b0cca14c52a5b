import { formatTime, type Clock } from '@kubescript/apimachinery';
import type {
  FlowSchema,
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  Subject,
} from '@kubescript/api/flowcontrol/v1';
import { systemContext, type Stores } from '@kubescript/lib-registry';

import { ensureObject } from './ensure.ts';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
/** Whom managedFields names as the maker of these objects. */
const producer = 'api-priority-and-fairness-config-producer-v1';
const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

/**
 * Makes the suggested and the mandatory objects of API priority and fairness.
 *
 * @go k8s.io/kubernetes/pkg/registry/flowcontrol/rest#ensure
 */
export async function ensureFlowControl(stores: Stores, clock: Clock, signal: AbortSignal): Promise<void> {
  await Promise.all([
    ...priorityLevels().map((level) => ensureObject(stores.priorityLevelConfigurations, level, signal, producer)),
    ...flowSchemas().map((schema) => ensureFlowSchema(stores, schema, clock, signal)),
  ]);
}

/** A schema says in its status whether its priority level exists. */
async function ensureFlowSchema(stores: Stores, schema: FlowSchema, clock: Clock, signal: AbortSignal): Promise<void> {
  const existing = await ensureObject(stores.flowSchemas, schema, signal, producer);
  if (existing) return;
  const level = schema.spec.priorityLevelConfiguration.name;
  const condition = {
    type: 'Dangling',
    status: 'False',
    lastTransitionTime: formatTime(clock.now()),
    reason: 'Found',
    message: `This FlowSchema references the PriorityLevelConfiguration object named "${level}" and it exists`,
  };
  const name = schema.metadata.name ?? '';
  const note = (current: FlowSchema): FlowSchema => ({ ...current, status: { conditions: [condition] } });
  await stores.flowSchemas.guaranteedUpdate(name, note, systemContext('', signal));
}

function level(name: string, spec: PriorityLevelConfigurationSpec): PriorityLevelConfiguration {
  return {
    kind: 'PriorityLevelConfiguration',
    apiVersion,
    metadata: { name, annotations },
    spec,
    status: {},
  };
}

function queuing(shares: number, queues: number, handSize: number, lendable: number): PriorityLevelConfigurationSpec {
  return {
    type: 'Limited',
    limited: {
      nominalConcurrencyShares: shares,
      limitResponse: { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 50 } },
      lendablePercent: lendable,
    },
  };
}

function priorityLevels(): readonly PriorityLevelConfiguration[] {
  return [
    level('exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }),
    level('catch-all', {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    }),
    level('global-default', queuing(20, 128, 6, 50)),
    level('leader-election', queuing(10, 16, 4, 0)),
    level('node-high', queuing(40, 64, 6, 25)),
    level('system', queuing(30, 64, 6, 33)),
    level('workload-high', queuing(40, 128, 6, 50)),
    level('workload-low', queuing(100, 128, 6, 90)),
  ];
}

const users = (...names: readonly string[]): Subject[] => names.map((name) => ({ kind: 'User', user: { name } }));
const groups = (...names: readonly string[]): Subject[] => names.map((name) => ({ kind: 'Group', group: { name } }));
const kubeSystemAccounts: Subject = { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name: '*' } };
const everybody = groups('system:unauthenticated', 'system:authenticated');

function anyRequest(subjects: Subject[]): PolicyRulesWithSubjects {
  return {
    subjects,
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  };
}

function schema(
  name: string,
  levelName: string,
  matchingPrecedence: number,
  distinguisher: '' | 'ByUser' | 'ByNamespace',
  rules: PolicyRulesWithSubjects[],
): FlowSchema {
  const spec: FlowSchemaSpec = {
    priorityLevelConfiguration: { name: levelName },
    matchingPrecedence,
    ...(distinguisher !== '' && { distinguisherMethod: { type: distinguisher } }),
    rules,
  };
  return { kind: 'FlowSchema', apiVersion, metadata: { name, annotations }, spec, status: {} };
}

function flowSchemas(): readonly FlowSchema[] {
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ['*'] };
  const nodes = { verbs: ['*'], apiGroups: [''], resources: ['nodes', 'nodes/status'], clusterScope: true };
  return [
    schema('exempt', 'exempt', 1, '', [anyRequest(groups('system:masters'))]),
    schema('probes', 'exempt', 2, '', [
      {
        subjects: everybody,
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
      },
    ]),
    schema('system-leader-election', 'leader-election', 100, 'ByUser', [
      {
        subjects: [...users('system:kube-controller-manager', 'system:kube-scheduler'), kubeSystemAccounts],
        resourceRules: [{ verbs: ['get', 'create', 'update'], ...leases }],
      },
    ]),
    schema('system-node-high', 'node-high', 400, 'ByUser', [
      {
        subjects: groups('system:nodes'),
        resourceRules: [
          { ...nodes, namespaces: ['*'] },
          { verbs: ['*'], ...leases },
        ],
      },
    ]),
    schema('system-nodes', 'system', 500, 'ByUser', [anyRequest(groups('system:nodes'))]),
    schema('kube-controller-manager', 'workload-high', 800, 'ByNamespace', [
      anyRequest(users('system:kube-controller-manager')),
    ]),
    schema('kube-scheduler', 'workload-high', 800, 'ByNamespace', [anyRequest(users('system:kube-scheduler'))]),
    schema('kube-system-service-accounts', 'workload-high', 900, 'ByNamespace', [anyRequest([kubeSystemAccounts])]),
    schema('service-accounts', 'workload-low', 9000, 'ByUser', [anyRequest(groups('system:serviceaccounts'))]),
    schema('global-default', 'global-default', 9900, 'ByUser', [anyRequest(everybody)]),
    schema('catch-all', 'catch-all', 10000, 'ByUser', [anyRequest(everybody)]),
  ];
}
