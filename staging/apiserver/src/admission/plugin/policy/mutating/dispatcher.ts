import {
  type DeepReadonly,
  type KubeObject,
  StatusError,
  jsonEqual,
  newForbidden,
  newStatusError,
} from '@kubescript/apimachinery';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from '@kubescript/api/admissionregistration/v1';

import type { AdmissionAttributes } from '../../../admission.ts';
import { objectName } from '../../../object-name.ts';
import { MutatingAttributes } from '../../../versioned-attributes.ts';
import { AwaitedDecisions, evaluateAwaiting } from '../../../../cel/library/decisions.ts';
import type { EvaluationInput } from '../../cel/evaluator.ts';
import { MutatorReinvocations } from '../../webhook/mutating/reinvocation.ts';
import type { PolicyHook } from '../generic/hooks.ts';
import type { MatchedAs } from '../generic/matching.ts';
import { type Param, collectParams } from '../generic/params.ts';
import { type PolicyDeps, namespaceFor, paramReader } from '../generic/policy-deps.ts';
import type { MutatingEvaluator } from './evaluator.ts';

type Policy = DeepReadonly<MutatingAdmissionPolicy>;
type Binding = DeepReadonly<MutatingAdmissionPolicyBinding>;

/** A MutatingAdmissionPolicy with its bindings. */
export type MutatingPolicyHook = PolicyHook<Policy, Binding, MutatingEvaluator>;

/** A policy with a binding and a parameter, as they concern a request. */
interface PolicyInvocation extends MatchedAs {
  readonly policy: Policy;
  readonly binding: Binding;
  readonly param: Param;
  readonly evaluator: MutatingEvaluator;
}

interface PolicyError {
  readonly policy: Policy;
  readonly binding: Binding | undefined;
  readonly message: string;
  /** '': that of the refusal. */
  readonly reason: string;
}

interface Round {
  readonly attributes: AdmissionAttributes;
  readonly deps: PolicyDeps;
  readonly versioned: MutatingAttributes;
  readonly decisions: AwaitedDecisions;
  readonly reinvocations: MutatorReinvocations;
  readonly errors: PolicyError[];
}

/**
 * Runs the mutations of all policies that the request concerns, each on what those before it made of the object.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/mutating#(*dispatcher).dispatchInvocations
 */
export async function dispatchMutatingPolicies(
  hooks: readonly MutatingPolicyHook[],
  attributes: AdmissionAttributes,
  deps: PolicyDeps,
): Promise<void> {
  const { reinvocation } = attributes;
  const reinvocations = reinvocation.value('MutatingAdmissionPolicy', () => new MutatorReinvocations());
  const round: Round = {
    attributes,
    deps,
    versioned: new MutatingAttributes(attributes),
    decisions: new AwaitedDecisions(deps.authorizer),
    reinvocations,
    errors: [],
  };
  const invocations = await invocationsOf(hooks, round);
  if (invocations.length > 0) {
    if (reinvocation.isReinvoke && reinvocations.isChangedSince(attributes.object)) reinvocations.requireReinvoking();
    try {
      for (const invocation of invocations) await invoke(invocation, round);
      round.versioned.settle();
    } finally {
      reinvocations.setLastOutput(attributes.object);
    }
  }
  const errors = round.errors.filter(({ policy }) => policy.spec.failurePolicy !== 'Ignore');
  if (errors.length > 0) throw refusal(errors, attributes);
}

/** @go k8s.io/apiserver/pkg/admission/plugin/policy/generic#(*policyDispatcher).Dispatch */
async function invocationsOf(hooks: readonly MutatingPolicyHook[], round: Round): Promise<readonly PolicyInvocation[]> {
  const { attributes, deps } = round;
  const invocations: PolicyInvocation[] = [];
  for (const hook of hooks) {
    const { policy } = hook;
    let matched: MatchedAs | undefined;
    try {
      matched = await hook.matcher.match(attributes, deps.getNamespace);
      if (!matched) continue;
      paramReader(hook.paramKind, deps);
    } catch (error) {
      misconfigured(round, policy, undefined, error);
      continue;
    }
    for (const { binding, matcher } of hook.bindings) {
      try {
        if (!(await matcher.match(attributes, deps.getNamespace))) continue;
        const reader = paramReader(hook.paramKind, deps);
        const params = await collectParams(policy.spec.paramKind, binding.spec.paramRef, reader, attributes.namespace);
        const evaluator = hook.evaluator();
        for (const param of params) invocations.push({ ...matched, policy, binding, param, evaluator });
      } catch (error) {
        misconfigured(round, policy, binding, error);
      }
    }
  }
  return invocations;
}

function misconfigured({ errors }: Round, policy: Policy, binding: Binding | undefined, error: unknown): void {
  const what = binding === undefined ? 'policy' : 'binding';
  errors.push({ policy, binding, message: `failed to configure ${what}: ${(error as Error).message}`, reason: '' });
}

async function invoke(invocation: PolicyInvocation, round: Round): Promise<void> {
  const { attributes, versioned, decisions, reinvocations, deps } = round;
  const { policy, evaluator } = invocation;
  const namespace = await namespaceFor(attributes, deps);
  const input = (): EvaluationInput => ({
    versioned: versioned.attributesFor(invocation.kind),
    resource: invocation.resource,
    kind: invocation.kind,
    params: invocation.param,
    namespace,
    authorizer: decisions,
  });
  const matched = await evaluateAwaiting(() => evaluator.match(input()));
  if (matched instanceof Error) {
    failed(round, invocation, matched);
    return;
  }
  const key = keyOf(invocation);
  if (!matched || (attributes.reinvocation.isReinvoke && !reinvocations.shouldReinvoke(key))) return;
  const before = input().versioned.object;
  if (before) for (const mutation of evaluator.mutations) await mutate(mutation, input, invocation, round);
  if (!jsonEqual(before, input().versioned.object)) {
    reinvocations.requireReinvoking();
    attributes.reinvocation.shouldReinvoke = true;
  }
  if (policy.spec.reinvocationPolicy === 'IfNeeded') reinvocations.addPreviouslyInvoked(key);
}

async function mutate(
  mutation: MutatingEvaluator['mutations'][number],
  input: () => EvaluationInput,
  invocation: PolicyInvocation,
  round: Round,
): Promise<void> {
  const { policy, binding } = invocation;
  const names = [policy.metadata.name ?? '', binding.metadata.name ?? ''] as const;
  let mutated: KubeObject;
  try {
    mutated = await evaluateAwaiting(() => mutation(input()));
  } catch (error) {
    round.deps.metrics?.observe(...names, 'deny', 'invalid_error');
    if (error instanceof StatusError) throw error;
    failed(round, invocation, error as Error);
    return;
  }
  round.deps.metrics?.observe(...names, 'allow', 'no_error');
  round.versioned.update(mutated);
}

function failed({ errors }: Round, { policy, binding }: PolicyInvocation, { message }: Error): void {
  errors.push({ policy, binding, message, reason: 'Invalid' });
}

function keyOf({ policy, binding, param }: PolicyInvocation): string {
  const { namespace = '', name = '' } = param?.metadata ?? {};
  return JSON.stringify([policy.metadata.name, binding.metadata.name, namespace, name]);
}

/** The first error gives message and reason; all are causes. */
function refusal(errors: readonly PolicyError[], attributes: AdmissionAttributes): StatusError {
  const messages = errors.map(messageOf);
  const { status } = newForbidden(attributes.resource, objectName(attributes), '');
  const reason = errors[0]?.reason ?? '';
  return newStatusError({
    ...status,
    message: messages[0] ?? '',
    ...(reason === '' ? {} : { reason }),
    details: { ...status.details, causes: messages.map((message) => ({ message })) },
  });
}

/** @go k8s.io/apiserver/pkg/admission/plugin/policy/generic#(PolicyError).Error */
function messageOf({ policy, binding, message }: PolicyError): string {
  const with_ = binding === undefined ? '' : ` with binding '${binding.metadata.name ?? ''}'`;
  return `policy '${policy.metadata.name ?? ''}'${with_} denied request: ${message}`;
}
