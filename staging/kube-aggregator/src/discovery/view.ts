import type { ApiGroupVersion, DiscoveryGroup, DiscoveryVersion, DiscoveryView } from '@kubescript/apiserver';
import { newServedView } from '@kubescript/apiserver';

import type { ApiServiceIndex } from '../apis/api-service-index.ts';
import { type ApiServiceGroup, groupVersionOf } from '../apis/api-service.ts';
import type { DiscoveryController } from './discovery-controller.ts';
import { type VersionDiscovery, keyOf } from './remote-discovery.ts';

const ownGroup = 'apiregistration.k8s.io';

/**
 * Discovery as the APIServices have it: the aggregator's own group first, then the groups by their priority. Until the
 * APIServices are known, everything that this process serves.
 *
 * @go kube-aggregator/pkg/apiserver#(*apisHandler).ServeHTTP
 */
export function newAggregatorView(
  index: ApiServiceIndex,
  controller: Pick<DiscoveryController, 'entries'>,
  isSynced: () => boolean,
): DiscoveryView {
  const servedView = newServedView();
  let last: (Sources & { readonly view: readonly DiscoveryGroup[] }) | undefined;
  return function viewAggregated(served) {
    if (!isSynced()) return servedView(served);
    const groups = index.groups();
    const entries = controller.entries();
    if (last?.served === served && last.groups === groups && last.entries === entries) return last.view;
    last = { served, groups, entries, view: viewOf({ served, groups, entries }) };
    return last.view;
  };
}

interface Sources {
  readonly served: readonly ApiGroupVersion[];
  readonly groups: readonly ApiServiceGroup[];
  readonly entries: ReadonlyMap<string, VersionDiscovery>;
}

function viewOf({ served, groups, entries }: Sources): DiscoveryGroup[] {
  const byKey = new Map(served.map((one) => [keyOf(one), one]));
  const own = served.filter(({ group }) => group === ownGroup);
  return [
    { group: ownGroup, versions: own.map((one) => ({ group: ownGroup, version: one.version, served: one })) },
    ...groups
      .filter(({ group }) => group !== ownGroup)
      .map(({ group, services }) => ({
        group,
        versions: services.map((service): DiscoveryVersion => {
          const groupVersion = groupVersionOf(service);
          const installed = byKey.get(keyOf(groupVersion));
          const entry = entries.get(keyOf(groupVersion));
          return { ...groupVersion, ...(installed ? { served: installed } : {}), ...(entry ? { entry } : {}) };
        }),
      })),
  ];
}
