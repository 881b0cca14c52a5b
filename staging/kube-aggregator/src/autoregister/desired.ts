import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import type { DeepReadonly, GroupVersion } from '@kubescript/apimachinery';

import { apiServiceName } from '../apis/api-service.ts';

/** Marks APIServices that the server looks after itself. */
export const automanagedLabel = 'kube-aggregator.kubernetes.io/automanaged';

/** `onstart`: written once when the server starts; `true`: kept as it should be all the time. */
export type Automanaged = 'onstart' | 'true';

/** Where a group and its version stand in discovery. */
export interface ApiServicePriority {
  readonly group: number;
  readonly version: number;
}

/** Custom resources come after everything built in; their versions are sorted by name. */
const customPriority: ApiServicePriority = { group: 1000, version: 100 };

/** An APIService for something that this process serves. */
export function localApiService(
  { group, version }: GroupVersion,
  priority: ApiServicePriority,
  managed: Automanaged,
): APIService {
  return {
    kind: 'APIService',
    apiVersion: 'apiregistration.k8s.io/v1',
    metadata: { name: apiServiceName({ group, version }), labels: { [automanagedLabel]: managed } },
    spec: {
      ...(group === '' ? {} : { group }),
      version,
      groupPriorityMinimum: priority.group,
      versionPriority: priority.version,
    },
    status: {},
  };
}

/**
 * The APIServices of what a CustomResourceDefinition defines, by name.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/controller/crdregistration#(*crdRegistrationController).handleVersionUpdate
 */
export function customApiServices({ spec }: DeepReadonly<CustomResourceDefinition>): ReadonlyMap<string, APIService> {
  const served = spec.versions.filter((version) => version.served);
  return new Map(
    served.map(({ name: version }) => {
      const service = localApiService({ group: spec.group, version }, customPriority, 'true');
      return [service.metadata.name ?? '', service];
    }),
  );
}
