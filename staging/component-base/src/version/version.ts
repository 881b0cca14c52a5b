import type { Info } from '@kubescript/apimachinery';

import { dynamicVersion } from './dynamic-version.ts';

/** What a build knows about its sources; members are left out where it was not told. */
export interface BuildInfo {
  /** Overrides the version that is made of the others. */
  readonly gitVersion?: string;
  readonly commit?: string;
  /** `clean` or `dirty`. */
  readonly treeState?: string;
  readonly date?: string;
}

/** Set by the build. */
declare const KUBESCRIPT_BUILD: BuildInfo | undefined;

/** The version of Kubernetes whose API is served. */
export const apiVersion = { major: 1, minor: 36, patch: 2 } as const;

/** What `/version` answers and `kubectl version` shows. */
export function versionInfo(): Info {
  const build = buildInfo();
  const { major, minor } = apiVersion;
  return {
    major: String(major),
    minor: String(minor),
    emulationMajor: String(major),
    emulationMinor: String(minor),
    minCompatibilityMajor: String(major),
    minCompatibilityMinor: String(minor - 1),
    gitVersion: dynamicVersion() ?? builtInVersion(),
    gitCommit: build.commit ?? '',
    gitTreeState: build.treeState ?? '',
    buildDate: build.date ?? '1970-01-01T00:00:00Z',
    goVersion: `node${process.version}`,
    compiler: 'v8',
    platform: `${process.platform}/${goArchitecture(process.arch)}`,
  };
}

function buildInfo(): BuildInfo {
  return typeof KUBESCRIPT_BUILD === 'undefined' ? {} : KUBESCRIPT_BUILD;
}

/** The version that this was built as. */
export function builtInVersion(): string {
  return gitVersionOf(buildInfo());
}

/** `v1.36.2+kubescript-0123456789ab-dirty`: as much of it as the build knows. */
export function gitVersionOf(build: BuildInfo): string {
  const { major, minor, patch } = apiVersion;
  const commit = build.commit === undefined ? '' : `-${build.commit.slice(0, 12)}`;
  const dirty = build.treeState === 'dirty' ? '-dirty' : '';
  return build.gitVersion ?? `v${String(major)}.${String(minor)}.${String(patch)}+kubescript${commit}${dirty}`;
}

/** Go's name of a machine architecture, which the API uses everywhere. */
export function goArchitecture(arch: string): string {
  const names: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386', mipsel: 'mipsle' };
  return names[arch] ?? arch;
}

/** The `User-Agent` of a component: `kube-scheduler/v1.36.2+kubescript (linux/amd64) kubernetes/abcdef`. */
export function userAgent(component: string): string {
  const { gitVersion, platform, gitCommit } = versionInfo();
  return `${component}/${gitVersion} (${platform}) kubernetes/${gitCommit.slice(0, 7) || '$Format'}`;
}
