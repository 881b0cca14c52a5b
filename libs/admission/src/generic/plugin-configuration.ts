/** The configuration of one plugin, as the AdmissionConfiguration file has it: an object with apiVersion and kind. */
export type PluginConfiguration = Readonly<Record<string, unknown>>;

/** Checks that a configuration is of this group and kind; throws an Error if it is not. */
export function defaultConfiguration(config: PluginConfiguration, group: string, kind: string): PluginConfiguration {
  const text = (name: string): string => (typeof config[name] === 'string' ? config[name] : '');
  const [apiVersion, stated] = [text('apiVersion'), text('kind')];
  const [statedGroup = ''] = apiVersion.split('/');
  if (statedGroup === group && stated === kind) return config;
  throw new Error(`expected a ${kind} of ${group}, got ${stated === '' ? 'nothing' : stated} of ${apiVersion}`);
}
