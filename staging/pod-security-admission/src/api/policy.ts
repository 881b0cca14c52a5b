import { type FieldError, FieldPath, invalid } from '@kubescript/apimachinery';

import { type Level, type LevelVersion, type Version, isLevel, levels, parseVersion } from './levels.ts';

/** What is refused, what is noted in the audit log and what the client is warned of. */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

/** What holds where nobody says anything. */
export const privilegedPolicy: Policy = {
  enforce: { level: 'privileged', version: 'latest' },
  audit: { level: 'privileged', version: 'latest' },
  warn: { level: 'privileged', version: 'latest' },
};

const prefix = 'pod-security.kubernetes.io/';
const labelsPath = new FieldPath('metadata').child('labels');

/**
 * The policy that the labels of a namespace state, with the defaults where they are silent, and what is wrong with
 * them. An enforced level that cannot be read is the strictest, one that is only told about the least strict.
 *
 * @go k8s.io/pod-security-admission/api#PolicyToEvaluate
 */
export function policyToEvaluate(
  labels: Readonly<Record<string, string>> | undefined,
  defaults: Policy,
): { readonly policy: Policy; readonly errors: readonly FieldError[] } {
  if (!labels) return { policy: defaults, errors: [] };
  const errors: FieldError[] = [];
  const mode = (name: keyof Policy, fallback: Level): LevelVersion => ({
    level: readLevel(labels, name, fallback, errors) ?? defaults[name].level,
    version: readVersion(labels, name, errors) ?? defaults[name].version,
  });
  const policy = {
    enforce: mode('enforce', 'restricted'),
    audit: mode('audit', 'privileged'),
    warn: mode('warn', 'privileged'),
  };
  return { policy, errors };
}

function readLevel(
  labels: Readonly<Record<string, string>>,
  mode: string,
  fallback: Level,
  errors: FieldError[],
): Level | undefined {
  const label = `${prefix}${mode}`;
  const text = labels[label];
  if (text === undefined || isLevel(text)) return text;
  errors.push(invalid(labelsPath.key(label), text, `must be one of ${levels.join(', ')}`));
  return fallback;
}

function readVersion(
  labels: Readonly<Record<string, string>>,
  mode: string,
  errors: FieldError[],
): Version | undefined {
  const label = `${prefix}${mode}-version`;
  const text = labels[label];
  if (text === undefined) return undefined;
  const version = parseVersion(text);
  if (version === undefined) errors.push(invalid(labelsPath.key(label), text, 'must be "latest" or "v1.x"'));
  return version ?? 'latest';
}
