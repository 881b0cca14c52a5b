/** How much a namespace allows its pods, from most to least. */
export const levels = ['privileged', 'baseline', 'restricted'] as const;

/** A level by name. */
export type Level = (typeof levels)[number];

/** A minor version of Kubernetes (25 for v1.25), or the newest there is. */
export type Version = number | 'latest';

/** A level, and the version of Kubernetes that it is meant as of. */
export interface LevelVersion {
  readonly level: Level;
  readonly version: Version;
}

/** Whether the text names a level. */
export function isLevel(text: string): text is Level {
  return levels.some((level) => level === text);
}

/** A version as labels state it: `latest` or `v1.25`; undefined if it is neither. */
export function parseVersion(text: string): Version | undefined {
  if (text === 'latest') return text;
  const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** `baseline:v1.25` */
export function formatLevelVersion({ level, version }: LevelVersion): string {
  return `${level}:${version === 'latest' ? version : `v1.${String(version)}`}`;
}

/** Whether two mean the same. */
export function isSameLevelVersion(a: LevelVersion, b: LevelVersion): boolean {
  return a.level === b.level && a.version === b.version;
}

/** Below 0 if `a` is less strict than `b`, 0 if they are the same. @go k8s.io/pod-security-admission/api#CompareLevels */
export function compareLevels(a: Level, b: Level): number {
  return levels.indexOf(a) - levels.indexOf(b);
}
