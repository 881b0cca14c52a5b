/** The groups in the order in which the reference lists them (by the priorities of its APIServices). */
const order = [
  '',
  'apiregistration.k8s.io',
  'apps',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'resource.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'storagemigration.k8s.io',
];

/** Sorts groups as discovery lists them; unknown ones come last, by name. */
export function compareGroups(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function rankOf(group: string): number {
  const index = order.indexOf(group);
  return index < 0 ? order.length : index;
}

/**
 * Sorts versions with the most preferred first: stable before beta before alpha, higher before lower.
 *
 * @go k8s.io/apimachinery/pkg/version#CompareKubeAwareVersionStrings
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  for (const [index, part] of left.entries()) {
    const difference = (right[index] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Stability, major and minor of `v1beta2`; zeros for what is no such version. */
function parseVersion(version: string): readonly [stability: number, major: number, minor: number] {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (!match) return [0, 0, 0];
  const stability = match[2] === undefined ? 3 : match[2] === 'beta' ? 2 : 1;
  return [stability, Number(match[1]), Number(match[3] ?? 0)];
}
