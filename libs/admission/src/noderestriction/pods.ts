import { isDeepStrictEqual } from 'node:util';

import { newNotFound, type DeepReadonly } from '@kubescript/apimachinery';
import type { AdmissionAttributes } from '@kubescript/apiserver';
import type { Pod } from '@kubescript/api/core/v1';
import type { Eviction } from '@kubescript/api/policy/v1';

import { forbid, objectOf, oldObjectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { referencesSecrets } from '../serviceaccount/secret-references.ts';

const mirrorAnnotation = 'kubernetes.io/config.mirror';

/** Kubelets make mirror pods of their own node, and delete pods that are bound to it. */
export async function admitPod(nodeName: string, attributes: AdmissionAttributes, deps: AdmissionDeps): Promise<void> {
  switch (attributes.operation) {
    case 'CREATE':
      checkMirrorPod(nodeName, objectOf<Pod>(attributes), attributes);
      return;
    case 'DELETE': {
      const pod = await lookUp(deps.stores.pods, attributes.namespace, attributes.name);
      if (pod && pod.spec.nodeName !== nodeName) {
        throw forbid(attributes, `node "${nodeName}" can only delete pods with spec.nodeName set to itself`);
      }
      return;
    }
    default:
      throw forbid(
        attributes,
        `unexpected operation "${attributes.operation}", node "${nodeName}" can only create and delete mirror pods`,
      );
  }
}

function checkMirrorPod(nodeName: string, pod: DeepReadonly<Pod>, attributes: AdmissionAttributes): void {
  const node = `node "${nodeName}"`;
  if (pod.metadata.annotations?.[mirrorAnnotation] === undefined) {
    throw forbid(attributes, `pod does not have "${mirrorAnnotation}" annotation, ${node} can only create mirror pods`);
  }
  if (pod.spec.nodeName !== nodeName) {
    throw forbid(attributes, `${node} can only create pods with spec.nodeName set to itself`);
  }
  const owners = pod.metadata.ownerReferences ?? [];
  if (owners.length > 1)
    throw forbid(attributes, `${node} can only create pods with a single owner reference set to itself`);
  if (owners.some(({ kind, name }) => kind !== 'Node' || name !== nodeName)) {
    throw forbid(attributes, `${node} can only create pods with an owner reference set to itself`);
  }
  if ((pod.spec.serviceAccountName ?? '') !== '') {
    throw forbid(attributes, `${node} can not create pods that reference a service account`);
  }
  if (referencesSecrets(pod)) throw forbid(attributes, `${node} can not create pods that reference secrets`);
  if (referencesConfigMaps(pod)) throw forbid(attributes, `${node} can not create pods that reference configmaps`);
  if ((pod.spec.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined)) {
    throw forbid(attributes, `${node} can not create pods that reference persistentvolumeclaims`);
  }
}

function referencesConfigMaps({ spec }: DeepReadonly<Pod>): boolean {
  const containers = [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])];
  return (
    (spec.volumes ?? []).some(
      ({ configMap, projected }) => configMap ?? projected?.sources?.some((source) => source.configMap !== undefined),
    ) ||
    containers.some(
      ({ env = [], envFrom = [] }) =>
        env.some(({ valueFrom }) => valueFrom?.configMapKeyRef !== undefined) ||
        envFrom.some(({ configMapRef }) => configMapRef !== undefined),
    )
  );
}

/** Kubelets report on the pods that are bound to their node. */
export function admitPodStatus(nodeName: string, attributes: AdmissionAttributes): Promise<void> {
  const node = `node "${nodeName}"`;
  const old = oldObjectOf<Pod>(attributes);
  if (old.spec.nodeName !== nodeName) {
    throw forbid(attributes, `${node} can only update pod status for pods with spec.nodeName set to itself`);
  }
  const labels = objectOf<Pod>(attributes).metadata.labels ?? {};
  if (!isDeepStrictEqual({ ...labels }, { ...old.metadata.labels })) {
    throw forbid(attributes, `${node} cannot update labels through pod status`);
  }
  return Promise.resolve();
}

/** Kubelets evict pods that are bound to their node. */
export async function admitEviction(
  nodeName: string,
  attributes: AdmissionAttributes,
  { stores }: AdmissionDeps,
): Promise<void> {
  const eviction = objectOf<Eviction>(attributes);
  const name = attributes.name === '' ? (eviction.metadata.name ?? '') : attributes.name;
  const pod = await lookUp(stores.pods, attributes.namespace, name);
  if (!pod) throw newNotFound({ group: '', resource: 'pods' }, name);
  if (pod.spec.nodeName !== nodeName) {
    throw forbid(attributes, `node ${nodeName} can only evict pods with spec.nodeName set to itself`);
  }
}
