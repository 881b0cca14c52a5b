import { FieldPath, invalid, type FieldError } from '@kubescript/apimachinery';
import {
  type LevelVersion,
  type Policy,
  isLevel,
  levels,
  parseVersion,
  privilegedPolicy,
} from '@kubescript/pod-security-admission';

import { type PluginConfiguration, defaultConfiguration } from '../generic/plugin-configuration.ts';

/** What PodSecurity does where labels are silent, and whom it leaves alone. */
export interface PodSecurityConfiguration {
  readonly defaults: Policy;
  readonly exemptions: {
    readonly usernames: readonly string[];
    readonly namespaces: readonly string[];
    readonly runtimeClasses: readonly string[];
  };
}

const modes = ['enforce', 'audit', 'warn'] as const;

/**
 * Reads the configuration of the plugin; throws an Error that says what is wrong with it.
 *
 * @go k8s.io/pod-security-admission/admission/api/load#LoadFromData
 */
export function podSecurityConfiguration(config: PluginConfiguration | undefined): PodSecurityConfiguration {
  const exemptions = { usernames: [], namespaces: [], runtimeClasses: [] };
  if (!config) return { defaults: privilegedPolicy, exemptions };
  const value = defaultConfiguration(config, 'pod-security.admission.config.k8s.io', 'PodSecurityConfiguration');
  const stated = (value['defaults'] ?? {}) as Readonly<Record<string, string>>;
  const errors: FieldError[] = [];
  const [enforce, audit, warn] = modes.map((mode) => levelVersion(stated, mode, errors));
  if (errors.length > 0) throw new Error(errors.map(({ path, detail }) => `${path}: ${detail ?? ''}`).join(', '));
  const defaults = { ...privilegedPolicy, ...defined({ enforce, audit, warn }) };
  return { defaults, exemptions: { ...exemptions, ...(value['exemptions'] as object | undefined) } };
}

function levelVersion(
  stated: Readonly<Record<string, string>>,
  mode: (typeof modes)[number],
  errors: FieldError[],
): LevelVersion {
  const [level = 'privileged', version = 'latest'] = [stated[mode], stated[`${mode}-version`]];
  const path = new FieldPath('defaults');
  if (!isLevel(level)) errors.push(invalid(path.child(mode), level, `must be one of ${levels.join(', ')}`));
  const parsed = parseVersion(version);
  if (parsed === undefined) {
    errors.push(invalid(path.child(`${mode}-version`), version, 'must be "latest" or "v1.x"'));
  }
  return { level: isLevel(level) ? level : 'restricted', version: parsed ?? 'latest' };
}

function defined(policy: { readonly [Mode in keyof Policy]: LevelVersion | undefined }): Partial<Policy> {
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined));
}
