/** How well a zone of nodes does, which decides how fast its unhealthy nodes are tainted NoExecute. */
export type ZoneState = 'Normal' | 'PartialDisruption' | 'FullDisruption';

/** `--unhealthy-zone-threshold` and `--large-cluster-size-threshold`, with the rates that belong to them. */
export interface EvictionLimits {
  /** Nodes per second in a healthy zone. */
  readonly rate: number;
  /** Nodes per second in a disrupted zone of a large cluster. */
  readonly secondaryRate: number;
  readonly unhealthyZoneThreshold: number;
  readonly largeClusterThreshold: number;
}

/** Upstream's defaults. */
export const defaultEvictionLimits: EvictionLimits = {
  rate: 0.1,
  secondaryRate: 0.01,
  unhealthyZoneThreshold: 0.55,
  largeClusterThreshold: 50,
};

/**
 * The state of a zone by its number of ready and other nodes.
 * @go k8s.io/kubernetes/pkg/controller/nodelifecycle#(*Controller).ComputeZoneState
 */
export function zoneState(ready: number, notReady: number, threshold: number): ZoneState {
  if (ready === 0 && notReady > 0) return 'FullDisruption';
  if (notReady > 2 && notReady / (notReady + ready) >= threshold) return 'PartialDisruption';
  return 'Normal';
}

/**
 * Nodes per second that may be tainted in a zone. When every zone is fully disrupted the fault is more likely with the
 * observer than with all nodes, and nothing is evicted.
 */
export function evictionRate(
  state: ZoneState,
  zoneSize: number,
  allDisrupted: boolean,
  limits: EvictionLimits,
): number {
  if (allDisrupted) return 0;
  if (state !== 'PartialDisruption') return limits.rate;
  return zoneSize > limits.largeClusterThreshold ? limits.secondaryRate : 0;
}
