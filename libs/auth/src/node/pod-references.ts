import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Container, EphemeralContainer, Pod, Volume } from '@kubescript/api/core/v1';

/** An object in the pod's namespace that the pod needs. */
export interface PodReference {
  readonly kind: 'secret' | 'configmap' | 'persistentvolumeclaim' | 'serviceaccount' | 'resourceclaim';
  readonly name: string;
}

/**
 * Everything that a pod mentions by name, so that its node may read it.
 *
 * @go k8s.io/kubernetes/pkg/api/v1/pod#VisitPodSecretNames
 */
export function podReferences(pod: DeepReadonly<Pod>): readonly PodReference[] {
  const { spec } = pod;
  const containers = [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];
  const found: PodReference[] = [
    ...named('serviceaccount', spec.serviceAccountName),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name }) => named('secret', name)),
    ...containers.flatMap(containerReferences),
    ...(spec.volumes ?? []).flatMap((volume) => volumeReferences(pod, volume)),
    ...(pod.status.resourceClaimStatuses ?? []).flatMap((status) => named('resourceclaim', status.resourceClaimName)),
    ...(spec.resourceClaims ?? []).flatMap((claim) => named('resourceclaim', claim.resourceClaimName)),
    ...named('resourceclaim', pod.status.extendedResourceClaimStatus?.resourceClaimName),
  ];
  return found;
}

function named(kind: PodReference['kind'], name: string | undefined): PodReference[] {
  return name === undefined || name === '' ? [] : [{ kind, name }];
}

function containerReferences(container: DeepReadonly<Container | EphemeralContainer>): PodReference[] {
  return [
    ...(container.envFrom ?? []).flatMap((source) => [
      ...named('secret', source.secretRef?.name),
      ...named('configmap', source.configMapRef?.name),
    ]),
    ...(container.env ?? []).flatMap(({ valueFrom }) => [
      ...named('secret', valueFrom?.secretKeyRef?.name),
      ...named('configmap', valueFrom?.configMapKeyRef?.name),
    ]),
  ];
}

function volumeReferences(pod: DeepReadonly<Pod>, volume: DeepReadonly<Volume>): PodReference[] {
  const secrets = [
    volume.secret?.secretName,
    volume.azureFile?.secretName,
    volume.cephfs?.secretRef?.name,
    volume.cinder?.secretRef?.name,
    volume.flexVolume?.secretRef?.name,
    volume.rbd?.secretRef?.name,
    volume.scaleIO?.secretRef.name,
    volume.iscsi?.secretRef?.name,
    volume.storageos?.secretRef?.name,
    volume.csi?.nodePublishSecretRef?.name,
  ];
  const claim =
    volume.ephemeral === undefined
      ? volume.persistentVolumeClaim?.claimName
      : `${pod.metadata.name ?? ''}-${volume.name}`;
  return [
    ...secrets.flatMap((name) => named('secret', name)),
    ...named('configmap', volume.configMap?.name),
    ...named('persistentvolumeclaim', claim),
    ...(volume.projected?.sources ?? []).flatMap((source) => [
      ...named('secret', source.secret?.name),
      ...named('configmap', source.configMap?.name),
    ]),
  ];
}
