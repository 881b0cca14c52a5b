import type { KubeSchedulerProfile, Plugin, PluginRef, PluginSet, Plugins } from '@kubescript/kube-scheduler';

import { EXTENSION_POINTS, type ExtensionPoint, supports } from './plugin-set.ts';

/** The plugins of a profile, per extension point and in the order in which they run, with the weights of scores. */
export interface PluginSelection {
  readonly names: Readonly<Record<ExtensionPoint, readonly string[]>>;
  readonly scoreWeights: ReadonlyMap<string, number>;
}

/**
 * Applies a profile's changes to the default plugins: disabled ones go, enabled ones that are among the defaults are
 * replaced where they stand, others come after.
 * @go kubernetes/pkg/scheduler/apis/config/v1#mergePlugins
 */
export function mergePlugins(defaults: Plugins, changes: Plugins | undefined): Plugins {
  if (changes === undefined) return defaults;
  const points = [...EXTENSION_POINTS, 'multiPoint' as const];
  return Object.fromEntries(points.map((point) => [point, mergePluginSet(defaults[point], changes[point])]));
}

/** Every plugin that a profile mentions as enabled. */
export function enabledPlugins(plugins: Plugins): ReadonlySet<string> {
  const sets = [...EXTENSION_POINTS, 'multiPoint' as const].map((point) => plugins[point]);
  return new Set(sets.flatMap((set) => (set?.enabled ?? []).map(({ name }) => name)));
}

/**
 * Says which plugins run at which extension point. At each point come first the plugins of `multiPoint` that are
 * configured there too, then the others of `multiPoint` that support the point, then those of the point alone.
 * @go kubernetes/pkg/scheduler/framework/runtime#(*frameworkImpl).expandMultiPointPlugins
 */
export function selectPlugins(plugins: Plugins, instances: ReadonlyMap<string, Plugin>): PluginSelection {
  const names = Object.fromEntries(
    EXTENSION_POINTS.map((point) => [point, namesAt(point, plugins, instances)]),
  ) as Record<ExtensionPoint, readonly string[]>;
  const refs = [...(plugins.multiPoint?.enabled ?? []), ...(plugins.score?.enabled ?? [])];
  return { names, scoreWeights: new Map(refs.map(({ name, weight }) => [name, weight || 1])) };
}

function mergePluginSet(defaults: PluginSet = {}, changes: PluginSet = {}): PluginSet {
  const disabled = new Set((changes.disabled ?? []).map(({ name }) => name));
  const byName = new Map((changes.enabled ?? []).map((ref) => [ref.name, ref] as const));
  const kept = disabled.has('*') ? [] : (defaults.enabled ?? []).filter(({ name }) => !disabled.has(name));
  const replaced = new Set(kept.map(({ name }) => name).filter((name) => byName.has(name)));
  const enabled: PluginRef[] = [
    ...kept.map((ref) => byName.get(ref.name) ?? ref),
    ...(changes.enabled ?? []).filter(({ name }) => !replaced.has(name)),
  ];
  return { enabled, disabled: [...(defaults.disabled ?? []), ...(changes.disabled ?? [])] };
}

function namesAt(point: ExtensionPoint, plugins: Plugins, instances: ReadonlyMap<string, Plugin>): readonly string[] {
  const own = (plugins[point]?.enabled ?? []).map(({ name }) => name);
  const disabled = new Set((plugins[point]?.disabled ?? []).map(({ name }) => name));
  const everywhere = new Set((plugins.multiPoint?.enabled ?? []).map(({ name }) => name));
  const overridden = own.filter((name) => everywhere.has(name));
  const inherited = disabled.has('*')
    ? []
    : [...everywhere].filter((name) => !own.includes(name) && !disabled.has(name) && isUsable(name, point, instances));
  return [...overridden, ...inherited, ...own.filter((name) => !everywhere.has(name))];
}

function isUsable(name: string, point: ExtensionPoint, instances: ReadonlyMap<string, Plugin>): boolean {
  const plugin = instances.get(name);
  return plugin !== undefined && supports(plugin, point);
}

/** A profile whose defaults are filled in. */
export interface CompleteProfile extends KubeSchedulerProfile {
  readonly schedulerName: string;
  readonly plugins: Plugins;
}
