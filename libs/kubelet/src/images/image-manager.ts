import type { Container, Pod } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import type { Image, ImageService } from '@kubescript/cri-api';

import { KeyedBackoff } from '../container/keyed-backoff.ts';
import { ContainerSyncError, messageOf } from '../container/sync-error.ts';
import type { ObjectSource } from '../environment/object-source.ts';
import type { EventSink } from '../events/event-sink.ts';
import { pullCredentials } from './pull-credentials.ts';

/** What the image manager works with. */
export interface ImageManagerOptions {
  readonly images: ImageService;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly objects: ObjectSource;
}

/**
 * Sees to it that the image of a container is there before the container is made.
 * @go kubernetes/pkg/kubelet/images#(*imageManager).EnsureImageExists
 */
export class ImageManager {
  private readonly options: ImageManagerOptions;
  private readonly backoff: KeyedBackoff;
  private readonly lastError = new Map<string, string>();
  private readonly pulls = new Map<string, Promise<void>>();

  constructor(options: ImageManagerOptions) {
    this.options = options;
    this.backoff = new KeyedBackoff(options.clock);
  }

  /** Returns the image, pulling it as the container's policy says; fails with a `ContainerSyncError`. */
  async ensure(pod: DeepReadonly<Pod>, container: DeepReadonly<Container>): Promise<Image> {
    const name = container.image ?? '';
    const policy = container.imagePullPolicy ?? 'IfNotPresent';
    const present = await this.find(pod, name);
    if (present !== undefined && policy !== 'Always') {
      const text = `Container image "${name}" already present on machine and can be accessed by the pod`;
      this.options.events.event(pod, 'Normal', 'Pulled', text, container.name);
      return present;
    }
    if (policy === 'Never') {
      const text = `Container image "${name}" is not present with pull policy of Never`;
      this.options.events.event(pod, 'Warning', 'ErrImageNeverPull', text, container.name);
      throw new ContainerSyncError('ErrImageNeverPull', text);
    }
    await this.pullWithBackoff(pod, container.name, name);
    const pulled = await this.find(pod, name);
    if (pulled === undefined)
      throw new ContainerSyncError('ErrImagePull', `image "${name}" is not there after its pull`);
    return pulled;
  }

  private async find(pod: DeepReadonly<Pod>, name: string): Promise<Image | undefined> {
    try {
      return (await this.options.images.imageStatus({ image: { image: name } })).image;
    } catch (err) {
      const invalid = messageOf(err).includes('invalid reference format');
      const text = invalid
        ? `Failed to apply default image tag "${name}": couldn't parse image name "${name}": invalid reference format`
        : `Failed to inspect image "${name}": ${messageOf(err)}`;
      this.options.events.event(pod, 'Warning', invalid ? 'InspectFailed' : 'InspectFailed', text);
      throw new ContainerSyncError(invalid ? 'InvalidImageName' : 'ImageInspectError', text, { cause: err });
    }
  }

  private async pullWithBackoff(pod: DeepReadonly<Pod>, container: string, name: string): Promise<void> {
    const { events } = this.options;
    const key = `${pod.metadata.uid ?? ''}_${name}`;
    if (this.backoff.remainingSinceUpdate(key) > 0) {
      const text = `Back-off pulling image "${name}"`;
      events.event(pod, 'Normal', 'BackOff', text, container);
      const cause = this.lastError.get(key);
      throw new ContainerSyncError('ImagePullBackOff', cause === undefined ? text : `${text}: ErrImagePull: ${cause}`);
    }
    events.event(pod, 'Normal', 'Pulling', `Pulling image "${name}"`, container);
    const start = this.options.clock.now();
    try {
      await this.pullOnce(pod, name);
    } catch (err) {
      this.backoff.next(key);
      this.lastError.set(key, messageOf(err));
      events.event(pod, 'Warning', 'Failed', `Failed to pull image "${name}": ${messageOf(err)}`, container);
      events.event(pod, 'Warning', 'Failed', 'Error: ErrImagePull', container);
      throw new ContainerSyncError('ErrImagePull', messageOf(err), { cause: err });
    }
    this.lastError.delete(key);
    this.backoff.forget(key);
    const seconds = ((this.options.clock.now() - start) / 1000).toFixed(3);
    events.event(pod, 'Normal', 'Pulled', `Successfully pulled image "${name}" in ${seconds}s`, container);
  }

  /** Pods that want the same image at the same time share one pull. */
  private pullOnce(pod: DeepReadonly<Pod>, name: string): Promise<void> {
    const secrets = (pod.spec.imagePullSecrets ?? []).map((secret) => secret.name);
    const key = JSON.stringify([name, pod.metadata.namespace, secrets]);
    const running = this.pulls.get(key);
    if (running !== undefined) return running;
    const pull = this.pull(pod, name).finally(() => this.pulls.delete(key));
    this.pulls.set(key, pull);
    return pull;
  }

  private async pull(pod: DeepReadonly<Pod>, name: string): Promise<void> {
    const auth = await pullCredentials(pod, name, this.options.objects);
    await this.options.images.pullImage({ image: { image: name }, ...(auth === undefined ? {} : { auth }) });
  }
}
