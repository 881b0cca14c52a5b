import type { Deployment } from '@kubescript/api/apps/v1';
import { type DeepReadonly, isNotFound, keyOf, namespaceOf, realClock, TaskGroup } from '@kubescript/apimachinery';
import {
  appsv1,
  type Client,
  EventRecorder,
  newSharedInformerFactory,
  newWorkQueue,
  type SharedInformer,
  type SharedInformerFactory,
  type WorkQueue,
} from '@kubescript/client';

import type { Foo } from './apis/samplecontroller/v1alpha1/types.ts';
import { foos } from './apis/samplecontroller/v1alpha1/zz_generated/foos.ts';
import { plan } from './deployment.ts';

const workers = 2;

/**
 * Makes for every Foo the Deployment that it names, keeps its number of replicas, and reports how many are available.
 *
 * @go k8s.io/sample-controller#Controller
 */
export class SampleController {
  readonly #client: Client;
  readonly #informers: SharedInformerFactory;
  readonly #foos: SharedInformer<Foo>;
  readonly #deployments: SharedInformer<Deployment>;
  readonly #queue: WorkQueue = newWorkQueue({ clock: realClock, name: 'Foos' });
  readonly #recorder: EventRecorder;
  readonly #onError: (error: unknown) => void;

  /** `onError` is told of every failure; each is tried again. */
  constructor(client: Client, onError: (error: unknown) => void = () => undefined) {
    this.#client = client;
    this.#onError = onError;
    this.#informers = newSharedInformerFactory(client, { onError });
    this.#foos = this.#informers.for(foos);
    this.#deployments = this.#informers.for(appsv1.deployments);
    this.#recorder = new EventRecorder({ client, component: 'sample-controller', onError });
    this.#foos.addEventHandler({
      onAdd: (foo) => this.#queue.add(keyOf(foo)),
      onUpdate: (_, foo) => this.#queue.add(keyOf(foo)),
    });
    this.#deployments.addEventHandler({
      onAdd: (deployment) => this.enqueueOwner(deployment),
      onUpdate: (_, deployment) => this.enqueueOwner(deployment),
      onDelete: (deployment) => this.enqueueOwner(deployment),
    });
  }

  /** Works until the signal; resolves when nothing is under way any more. */
  async run(signal: AbortSignal): Promise<void> {
    const tasks = new TaskGroup(signal);
    tasks.spawn('informers', (running) => this.#informers.run(running));
    for (let i = 0; i < workers; i++) tasks.spawn('worker', (running) => this.work(running));
    signal.addEventListener('abort', () => this.#queue.shutDown(), { once: true });
    await tasks.wait();
    await this.#recorder.close();
  }

  /** Takes one Foo after the other; one that fails is tried again later. */
  async work(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#foos.whenSynced(signal), this.#deployments.whenSynced(signal)]);
    for await (const key of this.#queue.keys()) {
      try {
        await this.sync(key);
        this.#queue.forget(key);
      } catch (error) {
        this.#onError(error);
        this.#queue.addRateLimited(key);
      }
    }
  }

  /** Brings one Foo a step nearer to what it asks for. What the step changes comes back as an event. */
  async sync(key: string): Promise<void> {
    const foo = this.#foos.lister.getByKey(key);
    if (foo === undefined) return;
    const namespace = namespaceOf(foo);
    const deployments = this.#client.resource(appsv1.deployments, namespace);
    const step = plan(foo, this.#deployments.lister.getByKey(`${namespace}/${foo.spec.deploymentName}`));
    switch (step.do) {
      case 'create':
        await deployments.create(step.deployment);
        this.#recorder.event(foo, 'Normal', 'Synced', 'Foo synced successfully');
        break;
      case 'scale':
        await deployments.update(step.deployment);
        break;
      case 'report':
        await this.report(foo, step.availableReplicas);
        break;
      case 'refuse':
        this.#recorder.event(foo, 'Warning', 'ErrResourceExists', step.message);
        throw new Error(step.message);
      case 'nothing':
        break;
      default:
        step satisfies never;
    }
  }

  /** Writes the status of a Foo. It may be gone by then. */
  async report(foo: DeepReadonly<Foo>, availableReplicas: number): Promise<void> {
    try {
      await this.#client
        .resource(foos, namespaceOf(foo))
        .updateStatus({ ...foo, status: { ...foo.status, availableReplicas } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** A change of a Deployment concerns the Foo that it belongs to. */
  enqueueOwner(deployment: DeepReadonly<Deployment>): void {
    const owner = deployment.metadata.ownerReferences?.find(({ controller }) => controller === true);
    if (owner?.kind === 'Foo') this.#queue.add(`${namespaceOf(deployment)}/${owner.name}`);
  }
}
