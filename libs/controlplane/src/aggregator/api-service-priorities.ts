import type { GroupVersion } from '@kubescript/apimachinery';
import type { ApiServicePriority } from '@kubescript/kube-aggregator';

/** The priority of each group, and of each of its versions. */
const priorities: Readonly<Record<string, readonly [group: number, versions: Readonly<Record<string, number>>]>> = {
  '': [18_000, { v1: 1 }],
  apps: [17_800, { v1: 15 }],
  'events.k8s.io': [17_750, { v1: 15, v1beta1: 5 }],
  'authentication.k8s.io': [17_700, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'authorization.k8s.io': [17_600, { v1: 15 }],
  autoscaling: [17_500, { v1: 15, v2: 30, v2beta1: 9, v2beta2: 1 }],
  batch: [17_400, { v1: 15, v1beta1: 9, v2alpha1: 9 }],
  'certificates.k8s.io': [17_300, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'networking.k8s.io': [17_200, { v1: 15, v1beta1: 12, v1alpha1: 1 }],
  policy: [17_100, { v1: 15, v1beta1: 9 }],
  'rbac.authorization.k8s.io': [17_000, { v1: 15 }],
  'storage.k8s.io': [16_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'apiextensions.k8s.io': [16_700, { v1: 15 }],
  'admissionregistration.k8s.io': [16_700, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'scheduling.k8s.io': [16_600, { v1: 15, v1alpha1: 9 }],
  'coordination.k8s.io': [16_500, { v1: 15, v1beta1: 13, v1alpha2: 12 }],
  'node.k8s.io': [16_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'discovery.k8s.io': [16_200, { v1: 15, v1beta1: 12 }],
  'resource.k8s.io': [16_200, { v1: 21, v1beta2: 18, v1beta1: 15, v1alpha3: 9 }],
  'flowcontrol.apiserver.k8s.io': [16_100, { v1: 21, v1beta3: 18 }],
  'internal.apiserver.k8s.io': [16_000, { v1alpha1: 9 }],
  'storagemigration.k8s.io': [15_900, { v1beta1: 12, v1alpha1: 9 }],
};

/**
 * Where a built-in version stands in discovery; undefined for what is not built in, which is not registered at the
 * start.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/apiserver#DefaultGenericAPIServicePriorities
 */
export function apiServicePriority({ group, version }: GroupVersion): ApiServicePriority | undefined {
  const [groupPriority = 0, versions] = priorities[group] ?? [];
  const versionPriority = versions?.[version];
  return versionPriority === undefined ? undefined : { group: groupPriority, version: versionPriority };
}
