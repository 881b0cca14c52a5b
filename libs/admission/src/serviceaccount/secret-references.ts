import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Container, EphemeralContainer, Pod, ServiceAccount } from '@kubescript/api/core/v1';

type AnyContainer = DeepReadonly<Container | EphemeralContainer>;

/** Whether anything in the pod names a secret. */
export function referencesSecrets(pod: DeepReadonly<Pod>): boolean {
  const { spec } = pod;
  const containers: readonly AnyContainer[] = [
    ...spec.containers,
    ...(spec.initContainers ?? []),
    ...(spec.ephemeralContainers ?? []),
  ];
  return (
    (spec.imagePullSecrets?.length ?? 0) > 0 ||
    (spec.volumes ?? []).some(
      ({ secret, projected }) => secret ?? projected?.sources?.some((source) => source.secret !== undefined),
    ) ||
    containers.some(
      ({ env = [], envFrom = [] }) =>
        env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined) ||
        envFrom.some(({ secretRef }) => secretRef !== undefined),
    )
  );
}

/**
 * What the pod names that its ServiceAccount, which must list the secrets its pods may use, does not; undefined if
 * there is nothing.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/serviceaccount#(*Plugin).limitSecretReferences
 */
export function unlistedSecret(account: DeepReadonly<ServiceAccount>, pod: DeepReadonly<Pod>): string | undefined {
  const allowed = new Set((account.secrets ?? []).map(({ name }) => name ?? ''));
  const reason = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`;
  for (const { secret } of pod.spec.volumes ?? []) {
    if (secret && !allowed.has(secret.secretName ?? '')) {
      return `volume with secret.secretName="${secret.secretName ?? ''}" ${reason} secret`;
    }
  }
  return (
    unlistedInContainers('init container', pod.spec.initContainers ?? [], allowed, reason) ??
    unlistedInContainers('container', pod.spec.containers, allowed, reason) ??
    unlistedPullSecret(account, pod, reason)
  );
}

/** As `unlistedSecret`, for the ephemeral containers only. */
export function unlistedEphemeralSecret(
  account: DeepReadonly<ServiceAccount>,
  pod: DeepReadonly<Pod>,
): string | undefined {
  const allowed = new Set((account.secrets ?? []).map(({ name }) => name ?? ''));
  const reason = `is not allowed because service account ${account.metadata.name ?? ''} does not reference that`;
  return unlistedInContainers('ephemeral container', pod.spec.ephemeralContainers ?? [], allowed, reason);
}

function unlistedInContainers(
  what: string,
  containers: readonly AnyContainer[],
  allowed: ReadonlySet<string>,
  reason: string,
): string | undefined {
  for (const { name: container, env = [], envFrom = [] } of containers) {
    for (const { name, valueFrom } of env) {
      const secret = valueFrom?.secretKeyRef?.name ?? '';
      if (valueFrom?.secretKeyRef && !allowed.has(secret)) {
        return `${what} ${container} with envVar ${name} referencing secret.secretName="${secret}" ${reason} secret`;
      }
    }
    for (const { secretRef } of envFrom) {
      const secret = secretRef?.name ?? '';
      if (secretRef && !allowed.has(secret)) {
        return `${what} ${container} with envFrom referencing secret.secretName="${secret}" ${reason} secret`;
      }
    }
  }
  return undefined;
}

function unlistedPullSecret(
  account: DeepReadonly<ServiceAccount>,
  pod: DeepReadonly<Pod>,
  reason: string,
): string | undefined {
  const allowed = new Set((account.imagePullSecrets ?? []).map(({ name }) => name ?? ''));
  const index = (pod.spec.imagePullSecrets ?? []).findIndex(({ name }) => !allowed.has(name ?? ''));
  if (index < 0) return undefined;
  const name = pod.spec.imagePullSecrets?.[index]?.name ?? '';
  return `imagePullSecrets[${String(index)}].name="${name}" ${reason} imagePullSecret`;
}
