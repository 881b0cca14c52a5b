import type { NodeAffinity, NodeSelectorTerm, PodSpec } from '@kubescript/api/core/v1';
import { type DeepReadonly, type FieldError, FieldPath, invalid } from '@kubescript/apimachinery';

import { semanticEqual } from '../../validation/checks.ts';
import { goNodeSelectorTerm } from './go-names.ts';

const SPEC = new FieldPath('spec');
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** The new spec of a gated pod, with what may be narrowed put back, and what was narrowed wrongly. */
export interface MungedSpec {
  readonly spec: DeepReadonly<PodSpec>;
  readonly errors: readonly FieldError[];
}

/** A pod that waits at a gate may be narrowed to fewer nodes. */
export function mungeGatedFields(spec: DeepReadonly<PodSpec>, old: DeepReadonly<PodSpec>): MungedSpec {
  if ((old.schedulingGates ?? []).length === 0) return { spec, errors: [] };
  const errors: FieldError[] = [];
  const munged: Record<string, unknown> = { ...spec };
  if (!semanticEqual(spec.nodeSelector ?? {}, old.nodeSelector ?? {})) {
    errors.push(...validateSelectorMutation(spec, old));
    munged['nodeSelector'] = old.nodeSelector;
  }
  if (!semanticEqual(spec.affinity?.nodeAffinity, old.affinity?.nodeAffinity)) {
    errors.push(...validateAffinityMutation(spec.affinity?.nodeAffinity, old.affinity?.nodeAffinity));
    munged['affinity'] = mungeAffinity(spec, old);
  }
  return { spec: munged as unknown as DeepReadonly<PodSpec>, errors };
}

/** @go core/validation#validateNodeSelectorMutation */
function validateSelectorMutation(
  { nodeSelector = {} }: DeepReadonly<PodSpec>,
  { nodeSelector: old = {} }: DeepReadonly<PodSpec>,
): FieldError[] {
  if (Object.entries(old).every(([key, value]) => nodeSelector[key] === value)) return [];
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return [invalid(SPEC.child('nodeSelector'), nodeSelector, detail)];
}

/** @go core/validation#validateNodeAffinityMutation */
function validateAffinityMutation(
  affinity: DeepReadonly<NodeAffinity> | undefined,
  old: DeepReadonly<NodeAffinity> | undefined,
): FieldError[] {
  const path = SPEC.child('affinity', 'nodeAffinity', REQUIRED, 'nodeSelectorTerms');
  const before = old?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const terms = affinity?.[REQUIRED]?.nodeSelectorTerms;
  if (before.length > 0 && before.length !== (terms ?? []).length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [invalid(path, terms?.map(goNodeSelectorTerm) ?? null, detail)];
  }
  return before.flatMap((term, index) => {
    const now = terms?.[index] ?? {};
    if (hasOnlyAdditions(now, term)) return [];
    const detail = 'only additions are allowed (no mutations or deletions)';
    return [invalid(path.index(index), goNodeSelectorTerm(now), detail)];
  });
}

/** @go core/validation#validateNodeSelectorTermHasOnlyAdditions */
function hasOnlyAdditions(term: DeepReadonly<NodeSelectorTerm>, old: DeepReadonly<NodeSelectorTerm>): boolean {
  const lists = ['matchExpressions', 'matchFields'] as const;
  if (lists.every((list) => (old[list] ?? []).length === 0)) {
    return lists.every((list) => (term[list] ?? []).length === 0);
  }
  return lists.every((list) => {
    const before = old[list] ?? [];
    return semanticEqual((term[list] ?? []).slice(0, before.length), before);
  });
}

/** The affinity that would be there had only the node affinity not changed. */
function mungeAffinity({ affinity }: DeepReadonly<PodSpec>, { affinity: old }: DeepReadonly<PodSpec>): unknown {
  const before = old?.nodeAffinity;
  if (affinity === undefined) return before === undefined ? undefined : { nodeAffinity: before };
  const hasOnlyNodes = affinity.podAffinity === undefined && affinity.podAntiAffinity === undefined;
  return old === undefined && hasOnlyNodes ? undefined : { ...affinity, nodeAffinity: before };
}
