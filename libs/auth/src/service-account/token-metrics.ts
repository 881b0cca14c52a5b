import type { MetricsRegistry } from '@kubescript/component-base';

/** Told which tokens of service accounts are used. */
export interface ServiceAccountTokenMetrics {
  /** A token that lies in a Secret, made by itself or by somebody; refused ones are `invalid`. */
  onLegacy(kind: 'auto' | 'manual' | 'invalid'): void;
  /** A token that has a time to be renewed: before it, or after it. */
  onExtended(isStale: boolean): void;
}

/** @go k8s.io/kubernetes/pkg/serviceaccount#RegisterMetrics */
export function newServiceAccountTokenMetrics(registry: MetricsRegistry): ServiceAccountTokenMetrics {
  const counter = (name: string, help: string): ReturnType<MetricsRegistry['counter']> =>
    registry.counter({ name: `serviceaccount_${name}_total`, help });
  const legacy = counter('legacy_tokens', 'Uses of tokens in Secrets.');
  const kinds = {
    auto: counter('legacy_auto_token_uses', 'Uses of tokens in Secrets that were made by themselves.'),
    manual: counter('legacy_manual_token_uses', 'Uses of tokens in Secrets that somebody made.'),
    invalid: counter('invalid_legacy_auto_token_uses', 'Uses of tokens in Secrets that are not accepted any more.'),
  };
  const stale = counter('stale_tokens', 'Uses of tokens that should have been renewed.');
  const valid = counter('valid_tokens', 'Uses of tokens that are to be renewed later.');
  return {
    onLegacy: (kind) => {
      legacy.inc();
      kinds[kind].inc();
    },
    onExtended: (isStale) => {
      (isStale ? stale : valid).inc();
    },
  };
}
