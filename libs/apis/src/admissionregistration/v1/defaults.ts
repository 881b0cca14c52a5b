import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  Rule,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@kubescript/api/admissionregistration/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of admissionregistration.k8s.io/v1. @go pkg/apis/admissionregistration/v1/defaults.go */
export const admissionregistrationV1Defaults: DefaultsByKind = {
  MutatingAdmissionPolicy: defaultsOf(({ spec }: MutatingAdmissionPolicy) => {
    spec.failurePolicy ??= 'Fail';
    spec.reinvocationPolicy ??= 'Never';
    defaultMatch(spec.matchConstraints);
  }),
  MutatingAdmissionPolicyBinding: defaultsOf(({ spec }: MutatingAdmissionPolicyBinding) => {
    defaultMatch(spec.matchResources);
  }),
  MutatingWebhookConfiguration: defaultsOf((configuration: MutatingWebhookConfiguration) => {
    for (const webhook of configuration.webhooks ?? []) {
      defaultWebhook(webhook);
      webhook.reinvocationPolicy ??= 'Never';
    }
  }),
  ValidatingAdmissionPolicy: defaultsOf(({ spec }: ValidatingAdmissionPolicy) => {
    spec.failurePolicy ??= 'Fail';
    defaultMatch(spec.matchConstraints);
  }),
  ValidatingAdmissionPolicyBinding: defaultsOf(({ spec }: ValidatingAdmissionPolicyBinding) => {
    defaultMatch(spec.matchResources);
  }),
  ValidatingWebhookConfiguration: defaultsOf((configuration: ValidatingWebhookConfiguration) => {
    for (const webhook of configuration.webhooks ?? []) defaultWebhook(webhook);
  }),
};

function defaultWebhook(webhook: ValidatingWebhook): void {
  webhook.failurePolicy ??= 'Fail';
  webhook.matchPolicy ??= 'Equivalent';
  webhook.namespaceSelector ??= {};
  webhook.objectSelector ??= {};
  webhook.timeoutSeconds ??= 10;
  if (webhook.clientConfig.service !== undefined) webhook.clientConfig.service.port ??= 443;
  for (const rule of webhook.rules ?? []) defaultRule(rule);
}

function defaultMatch(match: MatchResources | undefined): void {
  if (match === undefined) return;
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])]) defaultRule(rule);
}

function defaultRule(rule: Rule): void {
  rule.scope ??= '*';
}
