import type { Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  formatTime,
  type KubeObject,
  nameOf,
  namespaceOf,
  realClock,
} from '@kubescript/apimachinery';
import { corev1, EventRecorder, newSharedInformerFactory, type Resource } from '@kubescript/client';
import { FakeClient, FakeDiscovery, FakeOpenApi } from '@kubescript/client/testing';
import { newLogger, silentLogger } from '@kubescript/component-base';

import type { Controller, ControllerContext } from '../shared/controller.ts';

/** Controllers over a FakeClient, for tests: `await using cluster = new TestCluster()`, then `start`. */
export class TestCluster implements AsyncDisposable {
  readonly client = new FakeClient();
  readonly discovery: FakeDiscovery;
  readonly openApi = new FakeOpenApi();
  readonly context: ControllerContext;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(resources: readonly Resource<KubeObject>[] = []) {
    this.discovery = new FakeDiscovery(resources);
    const { client, discovery, openApi } = this;
    this.context = {
      client,
      discovery,
      openApi,
      informers: newSharedInformerFactory(client),
      clock: realClock,
      newLogger: () =>
        process.env['DEBUG_CONTROLLERS'] === undefined ? silentLogger : newLogger('test', { verbosity: 9 }),
      newRecorder: (component) => new EventRecorder({ client, component }),
    };
  }

  /** Runs controllers until the end of the test. */
  start(...controllers: readonly Controller[]): void {
    this.#running.push(this.context.informers.run(this.#stop.signal));
    for (const controller of controllers) this.#running.push(controller.run(this.#stop.signal));
  }

  /** Plays the kubelet: every pod is made running and ready, except those that `unwell` picks. */
  runPods(unwell: (pod: DeepReadonly<Pod>) => boolean = () => false): void {
    const informer = this.context.informers.for(corev1.pods);
    const onPod = (pod: DeepReadonly<Pod>): void => {
      if (pod.status.phase !== 'Running' && !unwell(pod)) void this.#makeReady(pod);
    };
    informer.addEventHandler({
      onAdd: onPod,
      onUpdate: (_, pod) => {
        onPod(pod);
      },
    });
  }

  async #makeReady(pod: DeepReadonly<Pod>): Promise<void> {
    const time = formatTime(Date.now());
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: time }] };
    const api = this.client.resource(corev1.pods, namespaceOf(pod));
    await api
      .patch(nameOf(pod), 'application/merge-patch+json', { status }, { subresource: 'status' })
      .catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the test is over'));
    await Promise.all(this.#running);
  }
}
