import type { ApiGroupVersion } from '../registry/rest.ts';
import { compareGroups, compareVersions } from './group-order.ts';

/** One version of a group, as discovery shows it. */
export interface DiscoveryVersion {
  readonly group: string;
  readonly version: string;
  /** What this server, or one behind it, serves itself. */
  readonly served?: ApiGroupVersion;
  /**
   * The entry of a version that another process serves (an APIVersionDiscovery), another object whenever it changes;
   * versions that have neither this nor `served` are left out of aggregated discovery.
   */
  readonly entry?: object;
}

/** A group with its versions, the most preferred first. */
export interface DiscoveryGroup {
  readonly group: string;
  readonly versions: readonly DiscoveryVersion[];
}

/** The groups in the order in which they are listed, of what is served. Another array whenever anything changes. */
export type DiscoveryView = (served: readonly ApiGroupVersion[]) => readonly DiscoveryGroup[];

/** The view of a server without an aggregator: everything that is served, built-in groups first. */
export function newServedView(): DiscoveryView {
  let last: { readonly served: readonly ApiGroupVersion[]; readonly groups: readonly DiscoveryGroup[] } | undefined;
  return function viewServed(served) {
    if (last?.served !== served) last = { served, groups: discoveryGroups(served) };
    return last.groups;
  };
}

/** Groups what is served, in the order of discovery. */
export function discoveryGroups(served: readonly ApiGroupVersion[]): DiscoveryGroup[] {
  return [...Map.groupBy(served, ({ group }) => group)]
    .map(([group, versions]) => ({
      group,
      versions: versions
        .map((one) => ({ group, version: one.version, served: one }))
        .sort((a, b) => compareVersions(a.version, b.version)),
    }))
    .sort((a, b) => compareGroups(a.group, b.group));
}
