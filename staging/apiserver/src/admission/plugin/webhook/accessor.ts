import { type DeepReadonly, type ObjectMeta, type Selector, labelSelectorAsSelector } from '@kubescript/apimachinery';
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@kubescript/api/admissionregistration/v1';

import { type MatchConditions, newMatchConditions } from './match-conditions.ts';

/** A webhook of either sort as it is stored. */
export type Webhook = DeepReadonly<ValidatingWebhook | MutatingWebhook>;

/**
 * A webhook with what is made of it once and used for every request.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook#WebhookAccessor
 */
export interface WebhookAccessor<W extends Webhook = Webhook> {
  /** Names the webhook among all: two of a configuration may have the same name. */
  readonly uid: string;
  readonly configurationName: string;
  readonly webhook: W;
  readonly namespaceSelector: Selector;
  readonly objectSelector: Selector;
  readonly matchConditions: MatchConditions;
}

interface Configuration<W> {
  readonly metadata: DeepReadonly<ObjectMeta>;
  readonly webhooks?: readonly W[];
}

/** The accessors of the webhooks of all configurations, those of a configuration in its order, these by name. */
export function validatingWebhookAccessors(
  configurations: readonly DeepReadonly<ValidatingWebhookConfiguration>[],
): readonly WebhookAccessor<DeepReadonly<ValidatingWebhook>>[] {
  return accessorsOf(configurations as readonly Configuration<DeepReadonly<ValidatingWebhook>>[], 'validate');
}

/** As `validatingWebhookAccessors`, for mutating webhooks. */
export function mutatingWebhookAccessors(
  configurations: readonly DeepReadonly<MutatingWebhookConfiguration>[],
): readonly WebhookAccessor<DeepReadonly<MutatingWebhook>>[] {
  return accessorsOf(configurations as readonly Configuration<DeepReadonly<MutatingWebhook>>[], 'admit');
}

/** @go k8s.io/apiserver/pkg/admission/configuration#MutatingWebhookConfigurationSorter */
function accessorsOf<W extends Webhook>(
  configurations: readonly Configuration<W>[],
  type: 'admit' | 'validate',
): readonly WebhookAccessor<W>[] {
  const byName = [...configurations].sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
  return byName.flatMap(({ metadata, webhooks = [] }) => {
    const seen = new Map<string, number>();
    return webhooks.map((webhook) => {
      const count = seen.get(webhook.name) ?? 0;
      seen.set(webhook.name, count + 1);
      return {
        uid: `${metadata.name ?? ''}/${webhook.name}/${String(count)}`,
        configurationName: metadata.name ?? '',
        webhook,
        namespaceSelector: labelSelectorAsSelector(webhook.namespaceSelector),
        objectSelector: labelSelectorAsSelector(webhook.objectSelector),
        matchConditions: newMatchConditions(webhook.matchConditions ?? [], {
          name: webhook.name,
          type,
          failurePolicy: webhook.failurePolicy === 'Ignore' ? 'Ignore' : 'Fail',
        }),
      };
    });
  });
}
