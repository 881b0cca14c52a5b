import { type DeepReadonly, type StatusError, newForbidden, newStatusError } from '@kubescript/apimachinery';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@kubescript/api/admissionregistration/v1';

import type { AdmissionAttributes } from '../../../admission.ts';
import { objectName } from '../../../object-name.ts';
import { type VersionedAttributeAccessor, newValidatingAccessor } from '../../../versioned-attributes.ts';
import { AwaitedDecisions, evaluateAwaiting } from '../../../../cel/library/decisions.ts';
import type { BoundPolicy, PolicyHook } from '../generic/hooks.ts';
import type { MatchedAs } from '../generic/matching.ts';
import { collectParams } from '../generic/params.ts';
import { type PolicyDeps, namespaceFor, paramReader } from '../generic/policy-deps.ts';
import { AuditAnnotationCollector, failureAnnotation } from './audit-annotations.ts';
import type { PolicyDecision, PolicyValidator, ValidateResult } from './validator.ts';

type Policy = DeepReadonly<ValidatingAdmissionPolicy>;
type Binding = DeepReadonly<ValidatingAdmissionPolicyBinding>;

/** A ValidatingAdmissionPolicy with its bindings. */
export type ValidatingPolicyHook = PolicyHook<Policy, Binding, PolicyValidator>;

interface Denial {
  readonly policy: Policy;
  readonly binding: Binding | undefined;
  readonly message: string;
  readonly reason: string;
}

interface Dispatch {
  readonly attributes: AdmissionAttributes;
  readonly deps: PolicyDeps;
  readonly versioned: VersionedAttributeAccessor;
  readonly decisions: AwaitedDecisions;
  readonly denials: Denial[];
}

/**
 * Asks all policies that the request concerns; the first denial decides, after all warned and annotated.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#(*dispatcher).Dispatch
 */
export async function dispatchValidatingPolicies(
  hooks: readonly ValidatingPolicyHook[],
  attributes: AdmissionAttributes,
  deps: PolicyDeps,
): Promise<void> {
  const dispatch: Dispatch = {
    attributes,
    deps,
    versioned: newValidatingAccessor(attributes),
    decisions: new AwaitedDecisions(deps.authorizer),
    denials: [],
  };
  for (const hook of hooks) await askPolicy(hook, dispatch);
  const [first] = dispatch.denials;
  if (first) throw denialError(first, attributes);
}

async function askPolicy(hook: ValidatingPolicyHook, dispatch: Dispatch): Promise<void> {
  const { policy } = hook;
  const { attributes, deps } = dispatch;
  let matched: MatchedAs | undefined;
  try {
    matched = await hook.matcher.match(attributes, deps.getNamespace);
    if (!matched) return;
    dispatch.versioned.attributesFor(matched.kind);
    paramReader(hook.paramKind, deps);
  } catch (error) {
    misconfigured(dispatch, policy, undefined, error);
    return;
  }
  const annotations = new AuditAnnotationCollector();
  for (const bound of hook.bindings) await askBinding(hook, bound, matched, { ...dispatch, annotations });
  annotations.publish(policy.metadata.name ?? '', attributes);
}

async function askBinding(
  hook: ValidatingPolicyHook,
  { binding, matcher }: BoundPolicy<Binding>,
  matched: MatchedAs,
  dispatch: Dispatch & { readonly annotations: AuditAnnotationCollector },
): Promise<void> {
  const { attributes, deps, decisions, versioned } = dispatch;
  const { policy } = hook;
  let params: Awaited<ReturnType<typeof collectParams>>;
  try {
    if (!(await matcher.match(attributes, deps.getNamespace))) return;
    const reader = paramReader(hook.paramKind, deps);
    params = await collectParams(policy.spec.paramKind, binding.spec.paramRef, reader, attributes.namespace);
  } catch (error) {
    misconfigured(dispatch, policy, binding, error);
    return;
  }
  const namespace = await namespaceFor(attributes, deps);
  const common = { ...matched, versioned: versioned.attributesFor(matched.kind), namespace, authorizer: decisions };
  for (const param of params) {
    const result = await evaluateAwaiting(() => hook.evaluator().validate({ ...common, params: param }));
    enforce(result, policy, binding, dispatch);
  }
}

/** What follows from what the policy said, as the binding wants it. */
function enforce(
  { decisions, auditAnnotations }: ValidateResult,
  policy: Policy,
  binding: Binding,
  dispatch: Dispatch & { readonly annotations: AuditAnnotationCollector },
): void {
  for (const [index, decision] of decisions.entries()) {
    if (decision.action === 'deny') enforceDenial(decision, index, { policy, binding, dispatch });
    else if (decision.evaluation === 'error') observe(dispatch, policy, binding, 'allow', 'error');
  }
  for (const annotation of auditAnnotations) {
    if (annotation.action === 'publish') dispatch.annotations.add(annotation.key, annotation.value);
    if (annotation.action === 'error') {
      dispatch.denials.push({ policy, binding, message: annotation.error, reason: '' });
      observe(dispatch, policy, binding, 'deny', 'error');
    }
  }
}

function enforceDenial(
  decision: PolicyDecision,
  index: number,
  { policy, binding, dispatch }: { readonly policy: Policy; readonly binding: Binding; readonly dispatch: Dispatch },
): void {
  const { attributes, denials } = dispatch;
  const { message, reason } = decision;
  for (const action of binding.spec.validationActions ?? []) {
    switch (action) {
      case 'Deny':
        denials.push({ policy, binding, message, reason });
        observe(dispatch, policy, binding, 'deny', errorTypeOf(decision));
        break;
      case 'Audit': {
        const { key, value } = failureAnnotation(binding, index, message);
        attributes.annotate(key, value);
        observe(dispatch, policy, binding, 'audit', errorTypeOf(decision));
        break;
      }
      case 'Warn': {
        const names = `'${policy.metadata.name ?? ''}' with binding '${binding.metadata.name ?? ''}'`;
        attributes.warn(`Validation failed for ValidatingAdmissionPolicy ${names}: ${message}`);
        observe(dispatch, policy, binding, 'warn', errorTypeOf(decision));
        break;
      }
    }
  }
}

function errorTypeOf({ evaluation }: PolicyDecision): string {
  return evaluation === 'error' ? 'invalid_error' : 'no_error';
}

function observe(
  { deps }: Dispatch,
  policy: Policy,
  binding: Binding,
  outcome: 'allow' | 'deny' | 'warn' | 'audit',
  errorType: string,
): void {
  deps.metrics?.observe(policy.metadata.name ?? '', binding.metadata.name ?? '', outcome, errorType);
}

/** What cannot be used denies, unless the policy fails open. */
function misconfigured(dispatch: Dispatch, policy: Policy, binding: Binding | undefined, error: unknown): void {
  if (policy.spec.failurePolicy === 'Ignore') return;
  const what = binding === undefined ? 'policy' : 'binding';
  const message = `failed to configure ${what}: ${(error as Error).message}`;
  dispatch.denials.push({ policy, binding, message, reason: '' });
}

const codes: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
  Invalid: 422,
};

function denialError({ policy, binding, message, reason }: Denial, attributes: AdmissionAttributes): StatusError {
  const with_ = binding === undefined ? '' : ` with binding '${binding.metadata.name ?? ''}'`;
  const text = `ValidatingAdmissionPolicy '${policy.metadata.name ?? ''}'${with_} denied request: ${message}`;
  const { status } = newForbidden(attributes.resource, objectName(attributes), text);
  const finalReason = reason === '' ? 'Invalid' : reason;
  return newStatusError({
    ...status,
    reason: finalReason,
    code: codes[finalReason] ?? 422,
    details: { ...status.details, causes: [...(status.details?.causes ?? []), { message: text }] },
  });
}
