import type { Container, EnvVarSource, Pod } from '@kubescript/api/core/v1';
import { isNotFound } from '@kubescript/apimachinery';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { expand } from './expand.ts';
import { fieldValue, resourceFieldValue } from './field-ref.ts';
import type { DownwardContext } from './field-ref.ts';
import type { ObjectSource } from './object-source.ts';
import { servicesFor, serviceVariables } from './service-env.ts';

/**
 * The environment of a container: services, then `envFrom`, then `env` in order, each seeing those before it.
 * @go kubernetes/pkg/kubelet#(*Kubelet).makeEnvironmentVariables
 */
export async function containerEnvironment(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  source: ObjectSource,
  context: DownwardContext,
): Promise<Map<string, string>> {
  const namespace = pod.metadata.namespace ?? '';
  const services = new Map(
    serviceVariables(servicesFor(namespace, pod.spec.enableServiceLinks !== false, source.services())),
  );
  const result = await fromSources(namespace, container, source);
  for (const { name, value, valueFrom } of container.env ?? []) {
    const visible = new Map([...services, ...result]);
    if (valueFrom === undefined) result.set(name, expand(value ?? '', visible));
    else {
      const found = await referencedValue(pod, container, valueFrom, source, context);
      if (found !== undefined) result.set(name, found);
    }
  }
  for (const [name, value] of services) if (!result.has(name)) result.set(name, value);
  return result;
}

async function fromSources(
  namespace: string,
  container: DeepReadonly<Container>,
  source: ObjectSource,
): Promise<Map<string, string>> {
  const result = new Map<string, string>();
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    if (configMapRef !== undefined) {
      const found = await optional(configMapRef.optional, source.configMap(namespace, configMapRef.name ?? ''));
      for (const [key, value] of Object.entries(found?.data ?? {})) result.set(prefix + key, value);
    } else if (secretRef !== undefined) {
      const found = await optional(secretRef.optional, source.secret(namespace, secretRef.name ?? ''));
      for (const [key, value] of Object.entries(found?.data ?? {})) result.set(prefix + key, decodeBase64(value));
    }
  }
  return result;
}

async function referencedValue(
  pod: DeepReadonly<Pod>,
  container: DeepReadonly<Container>,
  from: DeepReadonly<EnvVarSource>,
  source: ObjectSource,
  context: DownwardContext,
): Promise<string | undefined> {
  const namespace = pod.metadata.namespace ?? '';
  if (from.fieldRef !== undefined) return fieldValue(pod, from.fieldRef.fieldPath, context) ?? '';
  if (from.resourceFieldRef !== undefined) {
    const { containerName, ...reference } = from.resourceFieldRef;
    const all = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
    const target = all.find(({ name }) => name === containerName) ?? container;
    return resourceFieldValue(target, reference, context);
  }
  if (from.configMapKeyRef !== undefined) {
    const { name = '', key } = from.configMapKeyRef;
    const found = await optional(from.configMapKeyRef.optional, source.configMap(namespace, name));
    const value = found?.data?.[key];
    if (value === undefined && from.configMapKeyRef.optional !== true) {
      throw new Error(`couldn't find key ${key} in ConfigMap ${namespace}/${name}`);
    }
    return value;
  }
  if (from.secretKeyRef !== undefined) {
    const { name = '', key } = from.secretKeyRef;
    const found = await optional(from.secretKeyRef.optional, source.secret(namespace, name));
    const value = found?.data?.[key];
    if (value === undefined && from.secretKeyRef.optional !== true) {
      throw new Error(`couldn't find key ${key} in Secret ${namespace}/${name}`);
    }
    return value === undefined ? undefined : decodeBase64(value);
  }
  throw new Error('this kubelet does not support the environment source that the container asks for');
}

async function optional<T>(isOptional: boolean | undefined, found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (err) {
    if (isOptional === true && isNotFound(err)) return undefined;
    throw err;
  }
}

function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
