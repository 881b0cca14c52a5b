import { formatTime, isNotFound, type Clock, type DeepReadonly } from '@kubescript/apimachinery';
import { jsonEqual, type ResourceStore } from '@kubescript/apiserver';
import type {
  FlowSchema,
  FlowSchemaCondition,
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  Subject,
} from '@kubescript/api/flowcontrol/v1';
import { listObjects, systemContext, type Stores } from '@kubescript/lib-registry';

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

/**
 * Brings the objects back into the state in which they are suggested, as far as nobody wants them otherwise, and
 * removes those that are suggested no more.
 *
 * @go k8s.io/apiserver/pkg/util/apihelpers#ensurer
 */
export async function maintainFlowControl(stores: Stores, clock: Clock, signal: AbortSignal): Promise<void> {
  await ensureFlowControl(stores, clock, signal);
  const levels = listObjects(stores.priorityLevelConfigurations, systemContext('', signal));
  await maintain(stores.priorityLevelConfigurations, await levels, priorityLevels(), signal);
  const schemas = listObjects(stores.flowSchemas, systemContext('', signal));
  await maintain(stores.flowSchemas, await schemas, flowSchemas(), signal);
}

const autoUpdateKey = 'apf.kubernetes.io/autoupdate-spec';
const mandatoryNames = ['exempt', 'catch-all'];

type FlowObject = FlowSchema | PriorityLevelConfiguration;

async function maintain<T extends FlowObject>(
  store: ResourceStore<T>,
  existing: readonly DeepReadonly<T>[],
  wanted: readonly T[],
  signal: AbortSignal,
): Promise<void> {
  const byName = new Map(wanted.map((object) => [object.metadata.name, object]));
  for (const object of existing as readonly FlowObject[]) {
    const name = object.metadata.name ?? '';
    const suggested = byName.get(name);
    if (suggested === undefined) {
      if (object.metadata.annotations?.[autoUpdateKey] === 'true') await remove(store, name, signal);
      continue;
    }
    const spec = specFor(object, suggested);
    if (!followsSuggestion(object) || jsonEqual(object.spec, spec)) continue;
    const restore = (current: T): T => ({
      ...current,
      metadata: { ...current.metadata, annotations: { ...current.metadata.annotations, ...annotations } },
      spec,
    });
    await store.guaranteedUpdate(name, restore, systemContext('', signal));
  }
}

/** Mandatory objects always do; others unless somebody who changed them said otherwise. */
function followsSuggestion({ metadata }: FlowObject): boolean {
  if (mandatoryNames.includes(metadata.name ?? '')) return true;
  const stated = metadata.annotations?.[autoUpdateKey];
  return stated === undefined ? (metadata.generation ?? 1) <= 1 : stated === 'true';
}

/** The suggested spec; the seats of the exempt level are for everybody to set. */
function specFor(object: FlowObject, suggested: FlowObject): FlowObject['spec'] {
  const isExempt = 'type' in object.spec && object.spec.type === 'Exempt' && 'type' in suggested.spec;
  return isExempt
    ? { ...suggested.spec, ...('exempt' in object.spec ? { exempt: object.spec.exempt } : {}) }
    : suggested.spec;
}

async function remove<T extends FlowObject>(store: ResourceStore<T>, name: string, signal: AbortSignal): Promise<void> {
  const context = { ...systemContext('', signal), validate: () => Promise.resolve() };
  await store.delete(name, context).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}

/** What the status of a schema says of its priority level. @go k8s.io/apiserver/pkg/util/flowcontrol#presyncFlowSchemaStatus */
export function danglingCondition(level: string, exists: boolean, clock: Clock): FlowSchemaCondition {
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named "${level}"`;
  return {
    type: 'Dangling',
    status: exists ? 'False' : 'True',
    lastTransitionTime: formatTime(clock.now()),
    reason: exists ? 'Found' : 'NotFound',
    message: exists ? `${reference} and it exists` : `${reference} but there is no such object`,
  };
}

/** A schema says in its status whether its priority level exists. */
async function ensureFlowSchema(stores: Stores, schema: FlowSchema, clock: Clock, signal: AbortSignal): Promise<void> {
  const existing = await ensureObject(stores.flowSchemas, schema, signal, producer);
  if (existing) return;
  const level = schema.spec.priorityLevelConfiguration.name;
  const condition = danglingCondition(level, true, clock);
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
