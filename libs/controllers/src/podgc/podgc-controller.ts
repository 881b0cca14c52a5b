import type { Node, Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, isNotFound, nameOf, namespaceOf, until } from '@kubescript/apimachinery';
import { corev1, type SharedInformer } from '@kubescript/client';
import { isPodTerminal } from '@kubescript/component-helpers';

import type { Controller, ControllerContext } from '../shared/controller.ts';
import { millisOf } from '../shared/time.ts';

/** How the pod garbage collector works. */
export interface PodGcOptions {
  /** Finished pods that are kept; 0 keeps all. */
  readonly terminatedPodThreshold: number;
}

const period = 20_000;
const quarantine = 40_000;

/**
 * Deletes pods that nobody else will: of nodes that are gone, terminating ones that never got a node, and finished
 * ones beyond a number.
 *
 * @go k8s.io/kubernetes/pkg/controller/podgc#PodGCController
 */
export class PodGcController implements Controller {
  readonly name = 'pod-garbage-collector-controller';
  readonly #context: ControllerContext;
  readonly #options: PodGcOptions;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;
  /** When a node was first found missing. */
  readonly #missingSince = new Map<string, number>();

  constructor(context: ControllerContext, options: PodGcOptions) {
    this.#context = context;
    this.#options = options;
    this.#pods = context.informers.for(corev1.pods);
    this.#nodes = context.informers.for(corev1.nodes);
  }

  async run(signal: AbortSignal): Promise<void> {
    try {
      await Promise.all([this.#pods.whenSynced(signal), this.#nodes.whenSynced(signal)]);
    } catch (err) {
      if (signal.aborted) return;
      throw err;
    }
    const logger = this.#context.newLogger(this.name);
    const collect = async (): Promise<void> => {
      try {
        await this.collect();
      } catch (err) {
        if (!signal.aborted) logger.warn('Could not delete pods, will be tried again', { err });
      }
    };
    await until(collect, period, { signal, clock: this.#context.clock });
  }

  /** Deletes what is to be deleted now. */
  async collect(): Promise<void> {
    const pods = this.#pods.lister.list();
    for (const pod of this.#finishedBeyondThreshold(pods)) await this.#delete(pod);
    for (const pod of await this.#ofMissingNodes(pods)) await this.#failAndDelete(pod);
    for (const pod of pods) {
      if (pod.metadata.deletionTimestamp !== undefined && (pod.spec.nodeName ?? '') === '') await this.#delete(pod);
    }
  }

  #finishedBeyondThreshold(pods: readonly DeepReadonly<Pod>[]): readonly DeepReadonly<Pod>[] {
    const { terminatedPodThreshold } = this.#options;
    if (terminatedPodThreshold <= 0) return [];
    const finished = pods.filter((pod) => isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined);
    if (finished.length <= terminatedPodThreshold) return [];
    finished.sort((a, b) => millisOf(a.metadata.creationTimestamp) - millisOf(b.metadata.creationTimestamp));
    return finished.slice(0, finished.length - terminatedPodThreshold);
  }

  /** A node that the cache lacks may just be new, so the server is asked after a while. */
  async #ofMissingNodes(pods: readonly DeepReadonly<Pod>[]): Promise<readonly DeepReadonly<Pod>[]> {
    const now = this.#context.clock.now();
    const isMissing = (name: string): boolean => name !== '' && this.#nodes.lister.get('', name) === undefined;
    const missing = new Set(pods.map((pod) => pod.spec.nodeName ?? '').filter(isMissing));
    for (const name of this.#missingSince.keys()) if (!missing.has(name)) this.#missingSince.delete(name);
    const gone = new Set<string>();
    for (const name of missing) {
      const since = this.#missingSince.get(name);
      if (since === undefined) this.#missingSince.set(name, now);
      else if (now - since >= quarantine && (await this.#isGone(name))) gone.add(name);
    }
    return pods.filter((pod) => gone.has(pod.spec.nodeName ?? ''));
  }

  async #isGone(node: string): Promise<boolean> {
    try {
      await this.#context.client.resource(corev1.nodes).get(node);
      return false;
    } catch (err) {
      if (isNotFound(err)) return true;
      throw err;
    }
  }

  /** A pod that did not finish failed with its node. */
  async #failAndDelete(pod: DeepReadonly<Pod>): Promise<void> {
    if (!isPodTerminal(pod)) {
      const condition = {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'DeletionByPodGC',
        message: 'PodGC: node no longer exists',
        lastTransitionTime: new Date(this.#context.clock.now()).toISOString().replace(/\.\d+/, ''),
      };
      const others = (pod.status.conditions ?? []).filter(({ type }) => type !== condition.type);
      const status = { ...pod.status, phase: 'Failed', conditions: [...others, condition] };
      try {
        await this.#context.client.resource(corev1.pods, namespaceOf(pod)).updateStatus({ ...pod, status });
      } catch (err) {
        if (isNotFound(err)) return;
        throw err;
      }
    }
    await this.#delete(pod);
  }

  async #delete(pod: DeepReadonly<Pod>): Promise<void> {
    try {
      const preconditions = { uid: pod.metadata.uid ?? '' };
      await this.#context.client
        .resource(corev1.pods, namespaceOf(pod))
        .delete(nameOf(pod), { gracePeriodSeconds: 0, preconditions });
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}
