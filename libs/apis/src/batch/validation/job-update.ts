import type { Job, JobSpec } from '@kubescript/api/batch/v1';
import type { Container, PodSpec, PodTemplateSpec } from '@kubescript/api/core/v1';
import { type DeepReadonly, type FieldError, FieldPath, immutableMessage, invalid } from '@kubescript/apimachinery';

import { equal, immutable, semanticEqual } from '../../validation/checks.ts';
import { goPodFailurePolicy, goSuccessPolicy } from './go-names.ts';

const SPEC = new FieldPath('spec');

type Spec = DeepReadonly<JobSpec>;
type Template = DeepReadonly<PodTemplateSpec>;

/** What an update of a job may not change. @go batch/validation#ValidateJobSpecUpdate */
export function validateUnchanged({ spec }: DeepReadonly<Job>, old: DeepReadonly<Job>): FieldError[] {
  return [
    ...validateCompletions(spec, old.spec),
    ...immutable(spec.selector, old.spec.selector, SPEC.child('selector')),
    ...validateTemplateUpdate(spec, old),
    ...immutable(spec.completionMode, old.spec.completionMode, SPEC.child('completionMode')),
    ...validatePolicy(spec.podFailurePolicy, old.spec.podFailurePolicy, {
      path: SPEC.child('podFailurePolicy'),
      show: goPodFailurePolicy,
    }),
    ...immutable(spec.backoffLimitPerIndex, old.spec.backoffLimitPerIndex, SPEC.child('backoffLimitPerIndex')),
    ...immutable(spec.managedBy, old.spec.managedBy, SPEC.child('managedBy')),
    ...validatePolicy(spec.successPolicy, old.spec.successPolicy, {
      path: SPEC.child('successPolicy'),
      show: goSuccessPolicy,
    }),
  ];
}

function validatePolicy<T>(
  policy: T,
  old: T,
  { path, show }: { readonly path: FieldPath; readonly show: (policy: T) => unknown },
): FieldError[] {
  return semanticEqual(policy, old) ? [] : [invalid(path, show(policy), immutableMessage)];
}

/** The number of indexes may change together with the number of pods. @go batch/validation#validateCompletions */
function validateCompletions(spec: Spec, old: Spec): FieldError[] {
  const path = SPEC.child('completions');
  if (spec.completionMode !== 'Indexed') return immutable(spec.completions, old.completions, path);
  if (equal(spec.completions, old.completions) || spec.completions === undefined) return [];
  if (spec.completions === spec.parallelism) return [];
  return [invalid(path, spec.completions, 'can only be modified in tandem with spec.parallelism')];
}

/** @go batch/validation#validatePodTemplateUpdate */
function validateTemplateUpdate({ template }: Spec, old: DeepReadonly<Job>): FieldError[] {
  const before = isIdle(old) ? withMutableParts(old.spec.template, template) : old.spec.template;
  if (semanticEqual(template, before)) return [];
  return [invalid(SPEC.child('template'), template, immutableMessage)];
}

/** Suspended, with no pods left: neither where they run nor what they get is settled. */
function isIdle({ spec, status }: DeepReadonly<Job>): boolean {
  if (spec.suspend !== true || (status.active ?? 0) > 0) return false;
  const isSuspended = (status.conditions ?? []).some((it) => it.type === 'Suspended' && it.status === 'True');
  return status.startTime === undefined || isSuspended;
}

const DIRECTIVES = ['nodeSelector', 'tolerations', 'schedulingGates'] as const;

/** The old template with what the new one may have different. */
function withMutableParts(old: Template, { metadata = {}, spec }: Template): Template {
  const { labels, annotations } = metadata;
  const withMetadata = { ...old, metadata: withMembers({ ...old.metadata }, { labels, annotations }) };
  if (old.spec === undefined || spec === undefined) return withMetadata;
  const parts = Object.fromEntries(DIRECTIVES.map((member) => [member, spec[member]]));
  const containers = withResources(old.spec.containers, spec.containers);
  const initContainers = withResources(old.spec.initContainers, spec.initContainers);
  const affinity = affinityToCompare(old.spec.affinity, spec.affinity);
  return { ...withMetadata, spec: withMembers(old.spec, { ...parts, containers, initContainers, affinity }) };
}

type Affinity = DeepReadonly<PodSpec>['affinity'];

/** Only the affinity to nodes may change. */
function affinityToCompare(old: Affinity, affinity: Affinity): Affinity {
  const nodeAffinity = affinity?.nodeAffinity;
  const merged = withMembers({ ...old }, { nodeAffinity });
  const isCleared = affinity === undefined && Object.keys(merged).length === 0;
  return isCleared ? undefined : merged;
}

type Containers = readonly DeepReadonly<Container>[] | undefined;

function withResources(old: Containers, containers: Containers): Containers {
  return old?.map((container, index) => {
    const other = containers?.[index];
    return other?.name === container.name ? withMembers(container, { resources: other.resources }) : container;
  });
}

/** A copy with other members; those that are undefined are left out. */
function withMembers<T extends object>(object: T, members: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const all = { ...object, ...members };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T;
}
