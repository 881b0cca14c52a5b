import { FeatureGate, FlagGroup, boolFlag, mapFlag, shownAmong } from '@kubescript/component-base';

/** What is switched on. */
export interface FeatureFlags {
  readonly enablePriorityAndFairness: boolean;
  readonly profiling: boolean;
  readonly featureGates: Readonly<Record<string, string>>;
}

/** Features that can be switched off or on; all others are as v1.36 has them by default. */
const steerable: ReadonlySet<string> = new Set([
  'APIResponseCompression',
  'APIServerIdentity',
  'AllAlpha',
  'AllBeta',
  'AllowParsingUserUIDFromCertAuth',
  'ComponentFlagz',
  'ComponentStatusz',
  'ConstrainedImpersonation',
  'RemoteRequestHeaderUID',
  'WatchList',
]);

/** Names what can be switched, with its state. */
function featureGatesHelp(): string {
  const known = FeatureGate.parse({}, steerable).gate.described(steerable);
  return `features to switch on or off: Name=true|false,…; others are as they are by default. Options are: ${known.join(', ')}`;
}

/** @go k8s.io/apiserver/pkg/server/options#FeatureOptions */
export function featureFlags(): FlagGroup<FeatureFlags> {
  return new FlagGroup<FeatureFlags>(
    'Features',
    {
      enablePriorityAndFairness: shownAmong(
        'Generic',
        boolFlag(true, 'share the server between requests by flow schemas and priority levels'),
      ),
      profiling: boolFlag(true, 'serve profiles at /debug/pprof/'),
      featureGates: shownAmong('Generic', mapFlag({}, featureGatesHelp())),
    },
    ({ featureGates }) =>
      FeatureGate.parse(featureGates, steerable).problems.map((text) => new Error(`--feature-gates: ${text}`)),
  );
}

/** The features as the flags set them. */
export function featureGateOf({ featureGates }: FeatureFlags): FeatureGate {
  return FeatureGate.parse(featureGates, steerable).gate;
}
