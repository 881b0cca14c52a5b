import type { GroupResource } from '@kubescript/apimachinery';
import type { ScopeRequirement } from '@kubescript/component-helpers';

import { type PluginConfiguration, defaultConfiguration } from '../generic/plugin-configuration.ts';

/** A resource that may only be consumed where a quota allows it. */
export interface LimitedResource {
  readonly apiGroup?: string;
  readonly resource: string;
  /** Parts of the names of what is consumed. */
  readonly matchContains?: readonly string[];
  readonly matchScopes?: readonly ScopeRequirement[];
}

/** @go k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota#Configuration */
export function limitedResources(config: PluginConfiguration | undefined): readonly LimitedResource[] {
  if (!config) return [];
  const kind = config['kind'] === 'Configuration' ? 'Configuration' : 'ResourceQuotaConfiguration';
  const group = kind === 'Configuration' ? 'resourcequota.admission.k8s.io' : 'apiserver.config.k8s.io';
  const { limitedResources: limited } = defaultConfiguration(config, group, kind);
  return (limited ?? []) as readonly LimitedResource[];
}

/** Those that are about a resource. */
export function limitsOn(
  limited: readonly LimitedResource[],
  { group, resource }: GroupResource,
): readonly LimitedResource[] {
  return limited.filter((entry) => (entry.apiGroup ?? '') === group && entry.resource === resource);
}
