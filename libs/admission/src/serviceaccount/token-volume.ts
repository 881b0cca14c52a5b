import { randomSuffix } from '@kubescript/apimachinery';
import type { Container, Pod, Volume } from '@kubescript/api/core/v1';

const volumePrefix = 'kube-api-access-';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const tokenExpirationSeconds = 3607;

/**
 * Gives every container that has nothing mounted there the token, the CA and the name of the namespace.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/serviceaccount#(*Plugin).mountServiceAccountToken
 */
export function mountServiceAccountToken({ spec }: Pod): void {
  const existing = spec.volumes?.find(({ name }) => name.startsWith(volumePrefix));
  const name = existing?.name ?? `${volumePrefix}${randomSuffix(5)}`;
  const lacking = [...(spec.initContainers ?? []), ...spec.containers].filter((container) => !hasMount(container));
  for (const container of lacking) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }];
  }
  if (!existing && lacking.length > 0) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

function hasMount({ volumeMounts = [] }: Container): boolean {
  return volumeMounts.some((mount) => mount.mountPath === mountPath);
}

/**
 * The volume with what a pod needs to talk to the API server.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/serviceaccount#TokenVolumeSource
 */
function tokenVolume(name: string): Volume {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenExpirationSeconds, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode: 0o644,
    },
  };
}
