import type { ConfigMap, Secret, Service } from '@kubescript/api/core/v1';
import { isNotFound, newNotFound } from '@kubescript/apimachinery';
import type { Clock, DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import { corev1 } from '@kubescript/client';
import type { Client, Lister, Resource } from '@kubescript/client';

import type { ObjectSource } from './object-source.ts';

interface Cached {
  readonly object: Promise<DeepReadonly<KubeObject>>;
  readonly readAt: number;
}

const timeToLive = 5000;

/**
 * Reads configMaps and secrets from the API server when pods need them; pods that ask within a few seconds share one
 * answer.
 * @go kubernetes/pkg/kubelet/util/manager#objectStore
 */
export class CachedObjects implements ObjectSource {
  private readonly client: Client;
  private readonly clock: Clock;
  private readonly serviceLister: Lister<Service>;
  private readonly cache = new Map<string, Cached>();

  constructor(client: Client, clock: Clock, services: Lister<Service>) {
    this.client = client;
    this.clock = clock;
    this.serviceLister = services;
  }

  configMap(namespace: string, name: string): Promise<DeepReadonly<ConfigMap>> {
    return this.get(corev1.configmaps, 'configmap', namespace, name);
  }

  secret(namespace: string, name: string): Promise<DeepReadonly<Secret>> {
    return this.get(corev1.secrets, 'secret', namespace, name);
  }

  services(): readonly DeepReadonly<Service>[] {
    return this.serviceLister.list();
  }

  private get<T extends KubeObject>(
    resource: Resource<T>,
    noun: string,
    namespace: string,
    name: string,
  ): Promise<DeepReadonly<T>> {
    const now = this.clock.now();
    for (const [key, { readAt }] of this.cache) if (now - readAt > timeToLive) this.cache.delete(key);
    const key = `${resource.resource}/${namespace}/${name}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached.object as Promise<DeepReadonly<T>>;
    const object = this.client
      .resource(resource, namespace)
      .get(name)
      .catch((err: unknown) => {
        throw isNotFound(err) ? newNotFound({ group: '', resource: noun }, name) : err;
      });
    object.catch(() => this.cache.delete(key));
    this.cache.set(key, { object, readAt: now });
    return object;
  }
}
