import type { DeepReadonly } from '@kubescript/apimachinery';
import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { Pod } from '@kubescript/api/core/v1';
import type { PriorityClass } from '@kubescript/api/scheduling/v1';

import { forbid, isFor, objectOf, oldObjectOf } from '../generic/attributes.ts';
import { listCached, lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';

const scheduling = 'scheduling.k8s.io';
const defaultPreemptionPolicy = 'PreemptLowerPriority';

/**
 * Priority: the number behind a pod's priority class; one default class at most.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/priority#(*Plugin).Admit
 */
export function priority(deps: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'Priority',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      if (!isFor(attributes, '', 'pods')) return;
      if (attributes.operation === 'CREATE') await setPriority(objectOf<Pod>(attributes), attributes, deps);
      else keepPriority(objectOf<Pod>(attributes), oldObjectOf<Pod>(attributes));
    },
    async validate(attributes) {
      if (isFor(attributes, scheduling, 'priorityclasses')) await checkOnlyDefault(attributes, deps);
    },
  };
}

function keepPriority({ spec }: Pod, old: DeepReadonly<Pod>): void {
  if (old.spec.priority !== undefined) spec.priority ??= old.spec.priority;
  if (old.spec.preemptionPolicy !== undefined) spec.preemptionPolicy ??= old.spec.preemptionPolicy;
}

async function setPriority({ spec }: Pod, attributes: AdmissionAttributes, deps: AdmissionDeps): Promise<void> {
  const chosen = await classOf(spec.priorityClassName ?? '', attributes, deps);
  if (chosen?.metadata.name !== undefined) spec.priorityClassName = chosen.metadata.name;
  const value = chosen?.value ?? 0;
  if (spec.priority !== undefined && spec.priority !== value) {
    throw forbid(
      attributes,
      `the integer value of priority (${String(spec.priority)}) must not be provided in pod spec; ` +
        `priority admission controller computed ${String(value)} from the given PriorityClass name`,
    );
  }
  spec.priority = value;
  const policy = chosen?.preemptionPolicy ?? defaultPreemptionPolicy;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
    throw forbid(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; ` +
        `priority admission controller computed ${policy} from the given PriorityClass name`,
    );
  }
  spec.preemptionPolicy = policy;
}

async function classOf(
  name: string,
  attributes: AdmissionAttributes,
  { stores }: AdmissionDeps,
): Promise<DeepReadonly<PriorityClass> | undefined> {
  if (name === '') return defaultClass(await listCached(stores.priorityClasses, ''));
  const found = await lookUp(stores.priorityClasses, '', name);
  if (!found) throw forbid(attributes, `no PriorityClass with name ${name} was found`);
  return found;
}

/** Of several defaults the lowest counts. */
function defaultClass(classes: readonly DeepReadonly<PriorityClass>[]): DeepReadonly<PriorityClass> | undefined {
  const defaults = classes.filter(({ globalDefault }) => globalDefault === true);
  return defaults.sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];
}

async function checkOnlyDefault(attributes: AdmissionAttributes, { stores }: AdmissionDeps): Promise<void> {
  const wanted = objectOf<PriorityClass>(attributes);
  if (wanted.globalDefault !== true) return;
  if (attributes.operation === 'UPDATE' && oldObjectOf<PriorityClass>(attributes).globalDefault === true) return;
  const present = defaultClass(await listCached(stores.priorityClasses, ''));
  if (!present || present.metadata.name === wanted.metadata.name) return;
  throw forbid(
    attributes,
    `PriorityClass ${present.metadata.name ?? ''} is already marked as default. Only one default can exist`,
  );
}
