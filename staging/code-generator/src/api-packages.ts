import type { PackageInfo } from './parse.ts';

/** Folder below `staging/api/src` → API group, where it is not the folder's name with the versions of `k8s.io`. */
const GROUPS: Readonly<Record<string, string>> = {
  admissionregistration: 'admissionregistration.k8s.io',
  apiextensions: 'apiextensions.k8s.io',
  apiregistration: 'apiregistration.k8s.io',
  apiserverinternal: 'internal.apiserver.k8s.io',
  apps: 'apps',
  authentication: 'authentication.k8s.io',
  authorization: 'authorization.k8s.io',
  autoscaling: 'autoscaling',
  batch: 'batch',
  certificates: 'certificates.k8s.io',
  coordination: 'coordination.k8s.io',
  core: '',
  discovery: 'discovery.k8s.io',
  events: 'events.k8s.io',
  flowcontrol: 'flowcontrol.apiserver.k8s.io',
  networking: 'networking.k8s.io',
  node: 'node.k8s.io',
  policy: 'policy',
  rbac: 'rbac.authorization.k8s.io',
  resource: 'resource.k8s.io',
  scheduling: 'scheduling.k8s.io',
  storage: 'storage.k8s.io',
  storagemigration: 'storagemigration.k8s.io',
};

/** Folders whose types have another OpenAPI name than `io.k8s.api`. */
const PREFIXES: Readonly<Record<string, string>> = {
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions',
  apiregistration: 'io.k8s.kube-aggregator.pkg.apis.apiregistration',
};

/** What the package in `staging/api/src/<path>` (`core/v1`) is called; throws an Error for an unknown folder. */
export function apiPackageInfo(path: string): PackageInfo {
  const [folder = '', version = ''] = path.split('/');
  const group = GROUPS[folder];
  if (group === undefined) throw new Error(`no API group is known for the folder ${folder}; add it to api-packages.ts`);
  return { path, group, version, openApiPrefix: `${PREFIXES[folder] ?? `io.k8s.api.${folder}`}.${version}` };
}

/** The types that every group shares, in `staging/apimachinery/src`. */
export const MACHINERY_PACKAGES: readonly PackageInfo[] = [
  { path: 'apis/meta/v1', group: '', version: 'v1', openApiPrefix: 'io.k8s.apimachinery.pkg.apis.meta.v1' },
  { path: 'version', group: '', version: '', openApiPrefix: 'io.k8s.apimachinery.pkg.version' },
];
