import { type DeepReadonly, formatTime, isNotFound } from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import type { WorkQueue } from '@kubescript/client';

import { type CrdCondition, cleanupFinalizer, isConditionTrue, setCondition } from '../apis/helpers.ts';
import type { ControllerDeps, DefinitionSync } from './controller.ts';

type Crd = DeepReadonly<CustomResourceDefinition>;

/** How long objects that have finalizers are waited for until they are looked at again. */
const pollMs = 500;
const system = { name: 'system:apiserver', groups: ['system:masters'] };
const everything = {
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
  labelSelector: '',
  fieldSelector: '',
} as const;

/**
 * Deletes the objects of definitions that go, and then lets the definitions go.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/finalizer#CRDFinalizer
 */
export class FinalizerSync implements DefinitionSync {
  readonly name = 'crd-finalizer';
  readonly #deps: ControllerDeps;

  constructor(deps: ControllerDeps) {
    this.#deps = deps;
  }

  async sync(crd: Crd, queue: WorkQueue, signal: AbortSignal): Promise<void> {
    const { name = '', deletionTimestamp, finalizers = [] } = crd.metadata;
    if (deletionTimestamp === undefined || !finalizers.includes(cleanupFinalizer)) return;
    if (!isConditionTrue(crd, 'Established')) {
      await this.#release(
        crd,
        { ...completed, reason: 'NeverEstablished', message: 'resource was never established' },
        signal,
      );
      return;
    }
    const current = await this.#setTerminating(crd, inProgress);
    const left = await this.#deleteObjects(name, signal);
    if (left > 0) {
      queue.addAfter(name, pollMs);
      return;
    }
    await this.#release(current, completed, signal);
  }

  async #setTerminating(crd: Crd, condition: CrdCondition): Promise<Crd> {
    const old = crd.status.conditions?.find(({ type }) => type === 'Terminating');
    if (old && old.reason === condition.reason && old.status === condition.status) return crd;
    const next = structuredClone(crd) as CustomResourceDefinition;
    setCondition(next, condition, formatTime(this.#deps.clock.now()));
    return this.#deps.client.updateStatus(next);
  }

  /** Deletes all objects; gives how many are still there. */
  async #deleteObjects(name: string, signal: AbortSignal): Promise<number> {
    const store = this.#deps.cache.get(name)?.storageStore();
    if (!store) return 0;
    const context = { namespace: '', user: system, dryRun: false, signal };
    const before = await store.list(everything, context);
    const namespaces = new Set(before.items.map(({ object }) => object.metadata.namespace ?? ''));
    for (const namespace of namespaces) {
      await store.deleteCollection(everything, { ...context, namespace, validate: () => Promise.resolve() });
    }
    return before.items.length === 0 ? 0 : (await store.list(everything, context)).items.length;
  }

  async #release(crd: Crd, condition: CrdCondition, signal: AbortSignal): Promise<void> {
    const current = await this.#setTerminating(crd, condition);
    const name = current.metadata.name ?? '';
    const context = { namespace: '', user: system, dryRun: false, signal };
    const { store } = this.#deps;
    await store.guaranteedUpdate(name, withoutFinalizer, context);
    try {
      await store.delete(name, { ...context, validate: () => Promise.resolve() });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

function withoutFinalizer(crd: CustomResourceDefinition): CustomResourceDefinition {
  const left = (crd.metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
  if (left.length > 0) crd.metadata.finalizers = left;
  else delete crd.metadata.finalizers;
  return crd;
}

const inProgress = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
} as const;

const completed = {
  type: 'Terminating',
  status: 'False',
  reason: 'InstanceDeletionCompleted',
  message: 'removed all instances',
} as const;
