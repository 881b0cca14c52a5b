import type { GroupResource } from '@kubescript/apimachinery';

/** Where upstream keeps what does not lie under the name of its resource. */
const SPECIAL_PREFIXES: Readonly<Record<string, string>> = {
  replicationcontrollers: 'controllers',
  endpoints: 'services/endpoints',
  services: 'services/specs',
  nodes: 'minions',
  'ingresses.networking.k8s.io': 'ingress',
  'customresourcedefinitions.apiextensions.k8s.io': 'apiextensions.k8s.io/customresourcedefinitions',
  'apiservices.apiregistration.k8s.io': 'apiregistration.k8s.io/apiservices',
};

/**
 * Where the objects of a built-in resource are kept below `/registry`, without slashes at the ends.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver#SpecialDefaultResourcePrefixes
 */
export function defaultKeyPrefix({ group, resource }: GroupResource): string {
  return SPECIAL_PREFIXES[group === '' ? resource : `${resource}.${group}`] ?? resource;
}
