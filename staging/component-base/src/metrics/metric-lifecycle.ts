import { versionInfo } from '../version/version.ts';
import type { MetricStability } from './metric.ts';

/** For how many minor releases after its deprecation a metric is still shown. */
const shownReleases: Readonly<Record<MetricStability, number>> = { ALPHA: 0, BETA: 1, STABLE: 3, none: Infinity };

/**
 * Whether a metric is hidden because it was deprecated: the more was promised of it, the longer it is shown.
 *
 * @go k8s.io/component-base/metrics#shouldHide
 */
export function isHidden(
  { stability, deprecatedVersion }: { readonly stability: MetricStability; readonly deprecatedVersion: string },
  currentMinor = Number(versionInfo().minor),
): boolean {
  if (deprecatedVersion === '') return false;
  return currentMinor - Number(deprecatedVersion.split('.')[1]) >= Math.max(1, shownReleases[stability]);
}

/** The release before this one, whose hidden metrics may be asked for: `1.35`. */
export function previousMinorVersion(): string {
  const { major, minor } = versionInfo();
  return `${major}.${String(Number(minor) - 1)}`;
}
