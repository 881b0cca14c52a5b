import type { ConfigMap, Secret, Service } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** Where the kubelet reads what pods refer to. Objects that do not exist are a `NotFound` error. */
export interface ObjectSource {
  configMap(namespace: string, name: string): Promise<DeepReadonly<ConfigMap>>;
  secret(namespace: string, name: string): Promise<DeepReadonly<Secret>>;
  services(): readonly DeepReadonly<Service>[];
}
