import type { MetricsRegistry } from '../metrics/registry.ts';
import { type FeatureSpec, knownFeatures } from './known-features.ts';

/** Gates that stand for all features of a stage. */
const groups: Readonly<Record<string, FeatureSpec['stage']>> = { AllAlpha: 'ALPHA', AllBeta: 'BETA' };

/**
 * Which features are on. A component names those that it can switch; every other has the state that v1.36 gives it, and
 * asking for another is an error.
 *
 * @go k8s.io/component-base/featuregate#featureGate
 */
export class FeatureGate {
  readonly #known: ReadonlyMap<string, FeatureSpec>;
  readonly #set: ReadonlyMap<string, boolean>;

  private constructor(known: ReadonlyMap<string, FeatureSpec>, set: ReadonlyMap<string, boolean>) {
    this.#known = known;
    this.#set = set;
  }

  /** The gates as `--feature-gates` sets them, and what is wrong with that. */
  static parse(
    stated: Readonly<Record<string, string>>,
    steerable: ReadonlySet<string>,
    known: ReadonlyMap<string, FeatureSpec> = knownFeatures,
  ): { readonly gate: FeatureGate; readonly problems: readonly string[] } {
    const set = new Map<string, boolean>();
    const problems: string[] = [];
    const wanted = Object.entries(stated).map(([name, text]) => ({ name, text, value: parseBoolean(text) }));
    for (const { name, text, value } of wanted) {
      if (value === undefined) {
        problems.push(
          `invalid value of ${name}=${text}, err: strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`,
        );
      } else {
        set.set(name, value);
        if (groups[name] !== undefined) continue;
        problems.push(...problemsOf(name, value, { known, steerable }));
      }
    }
    for (const { name, value } of wanted) {
      const stage = groups[name];
      if (stage === undefined || value === undefined) continue;
      for (const [feature, spec] of known) {
        if (spec.stage !== stage || spec.isLocked || set.has(feature)) continue;
        set.set(feature, value);
        problems.push(...problemsOf(feature, value, { known, steerable }));
      }
    }
    return { gate: new FeatureGate(known, set), problems };
  }

  /** Whether a feature is on; the name must be known. */
  enabled(name: string): boolean {
    const spec = this.#known.get(name);
    if (spec === undefined) throw new Error(`feature "${name}" is not registered in FeatureGates`);
    return this.#set.get(name) ?? spec.enabled;
  }

  /** The features with their stage and default, as help shows them: `WatchList (BETA - default=true)`. */
  described(names: ReadonlySet<string>): readonly string[] {
    return [...names].sort().map((name) => {
      const group = groups[name];
      const { stage, enabled } = this.#known.get(name) ?? { stage: group ?? '', enabled: false };
      return `${name} (${stage === '' ? '' : `${stage} - `}default=${String(enabled)})`;
    });
  }

  /** Shows the state of every feature as kubernetes_feature_enabled. */
  addMetrics(registry: MetricsRegistry): void {
    const gauge = registry.gauge({
      name: 'kubernetes_feature_enabled',
      help: 'This metric records the data about the stage and enablement of a k8s feature.',
      stability: 'BETA',
      labels: ['name', 'stage'],
    });
    for (const [name, stage] of Object.entries(groups))
      gauge.set(Number(this.#set.get(name) ?? false), { name, stage });
    for (const [name, { stage }] of this.#known) gauge.set(Number(this.enabled(name)), { name, stage });
  }
}

function problemsOf(
  name: string,
  value: boolean,
  { known, steerable }: { readonly known: ReadonlyMap<string, FeatureSpec>; readonly steerable: ReadonlySet<string> },
): readonly string[] {
  const spec = known.get(name);
  if (spec === undefined) return [`unrecognized feature gate: ${name}`];
  if (spec.enabled === value) return [];
  if (spec.isLocked) {
    return [`cannot set feature gate ${name} to ${String(value)}, feature is locked to ${String(spec.enabled)}`];
  }
  if (steerable.has(name)) return [];
  return [
    `cannot set feature gate ${name} to ${String(value)}: this component has the feature only as it is by default (${String(spec.enabled)})`,
  ];
}

function parseBoolean(text: string): boolean | undefined {
  if (/^(1|t|true)$/i.test(text)) return true;
  return /^(0|f|false)$/i.test(text) ? false : undefined;
}
