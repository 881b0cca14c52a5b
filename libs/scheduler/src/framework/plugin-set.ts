import type {
  BindPlugin,
  EnqueueExtensions,
  FilterPlugin,
  PermitPlugin,
  Plugin,
  PostBindPlugin,
  PostFilterPlugin,
  PreBindPlugin,
  PreEnqueuePlugin,
  PreFilterPlugin,
  PreScorePlugin,
  QueueSortPlugin,
  ReservePlugin,
  ScorePlugin,
} from '@kubescript/kube-scheduler';

/** The extension points with the interface that a plugin needs for each. */
export interface PluginsByPoint {
  readonly queueSort: readonly QueueSortPlugin[];
  readonly preEnqueue: readonly PreEnqueuePlugin[];
  readonly preFilter: readonly PreFilterPlugin[];
  readonly filter: readonly FilterPlugin[];
  readonly postFilter: readonly PostFilterPlugin[];
  readonly preScore: readonly PreScorePlugin[];
  readonly score: readonly ScorePlugin[];
  readonly reserve: readonly ReservePlugin[];
  readonly permit: readonly PermitPlugin[];
  readonly preBind: readonly PreBindPlugin[];
  readonly bind: readonly BindPlugin[];
  readonly postBind: readonly PostBindPlugin[];
}

/** Name of an extension point, as in the configuration. */
export type ExtensionPoint = keyof PluginsByPoint;

const METHODS: Readonly<Record<ExtensionPoint, string>> = {
  queueSort: 'less',
  preEnqueue: 'preEnqueue',
  preFilter: 'preFilter',
  filter: 'filter',
  postFilter: 'postFilter',
  preScore: 'preScore',
  score: 'score',
  reserve: 'reserve',
  permit: 'permit',
  preBind: 'preBind',
  bind: 'bind',
  postBind: 'postBind',
};

/** All extension points. */
export const EXTENSION_POINTS: readonly ExtensionPoint[] = Object.keys(METHODS) as ExtensionPoint[];

/** Whether a plugin can be used at an extension point: told by its methods. */
export function supports(plugin: Plugin, point: ExtensionPoint): boolean {
  return typeof (plugin as unknown as Record<string, unknown>)[METHODS[point]] === 'function';
}

/** Whether a plugin registers for events. */
export function hasEnqueueExtensions(plugin: Plugin): plugin is EnqueueExtensions {
  return 'eventsToRegister' in plugin;
}

/** Picks, per extension point, the plugins of the given names, in that order. Throws for one that cannot serve there. */
export function pluginsByPoint(
  plugins: ReadonlyMap<string, Plugin>,
  names: Readonly<Record<ExtensionPoint, readonly string[]>>,
): PluginsByPoint {
  const at = (point: ExtensionPoint): Plugin[] =>
    names[point].map((name) => {
      const plugin = plugins.get(name);
      if (plugin === undefined) throw new Error(`plugin "${name}" does not exist`);
      if (!supports(plugin, point)) throw new Error(`plugin "${name}" does not extend ${point}`);
      return plugin;
    });
  return Object.fromEntries(EXTENSION_POINTS.map((point) => [point, at(point)])) as unknown as PluginsByPoint;
}
