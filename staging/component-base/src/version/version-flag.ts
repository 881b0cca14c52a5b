import type { Info } from '@kubescript/apimachinery';

import { parseBoolean } from '../flags/flag-spec.ts';
import { setDynamicVersion } from './dynamic-version.ts';
import { builtInVersion, versionInfo } from './version.ts';

/** What the help says about `--version`. */
export const versionFlagDescription =
  '--version, --version=raw prints version information and quits; --version=vX.Y.Z... sets the reported version';

/**
 * Obeys `--version`: the text that is to be printed in place of running, or undefined. `raw` is everything in Go's
 * syntax; `vX.Y.Z…` sets what is reported. Throws an Error for anything else that is no boolean.
 *
 * @go k8s.io/component-base/version/verflag#PrintAndExitIfRequested
 */
export function applyVersionFlag(value: string): string | undefined {
  if (value === 'raw') return goSyntax(versionInfo());
  if (!value.startsWith('v')) return parseBoolean(value) ? `Kubernetes ${versionInfo().gitVersion}` : undefined;
  setDynamicVersion(value, builtInVersion());
  return undefined;
}

/** The fields in the order of the Go type; those of emulation are filled by servers only. */
function goSyntax(info: Info): string {
  const fields = {
    Major: info.major,
    Minor: info.minor,
    EmulationMajor: '',
    EmulationMinor: '',
    MinCompatibilityMajor: '',
    MinCompatibilityMinor: '',
    GitVersion: info.gitVersion,
    GitCommit: info.gitCommit,
    GitTreeState: info.gitTreeState,
    BuildDate: info.buildDate,
    GoVersion: info.goVersion,
    Compiler: info.compiler,
    Platform: info.platform,
  };
  const members = Object.entries(fields).map(([name, text]) => `${name}:${JSON.stringify(text)}`);
  return `version.Info{${members.join(', ')}}`;
}
