import type { Node, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';

/** Decides about a node; made once per pod and asked for every node. */
export type NodeMatcher = (node: DeepReadonly<Node>) => boolean;

/** A preferred term compiled for matching, with the weight it adds. */
export interface PreferredNodeMatcher {
  readonly weight: number;
  readonly matches: NodeMatcher;
}

type LabelPredicate = (value: string | undefined) => boolean;

const INTEGER = /^[+-]?\d+$/;

/**
 * Compiles a node selector. Its terms are alternatives; a term without requirements, and a term that is malformed
 * (unknown operator, wrong number of values), matches no node.
 * @go component-helpers/scheduling/corev1/nodeaffinity#NewLazyErrorNodeSelector
 */
export function compileNodeSelector(selector: DeepReadonly<NodeSelector>): NodeMatcher {
  const terms = selector.nodeSelectorTerms.map(compileNodeSelectorTerm);
  if (terms.length === 1 && terms[0] !== undefined) return terms[0];
  return (node) => terms.some((matches) => matches(node));
}

/** Compiles one term: all of its requirements must hold; without any it matches nothing. */
export function compileNodeSelectorTerm(term: DeepReadonly<NodeSelectorTerm>): NodeMatcher {
  const expressions = (term.matchExpressions ?? []).map(compileExpression);
  const fields = (term.matchFields ?? []).map(compileField);
  if (expressions.length === 0 && fields.length === 0) return () => false;
  const all = [...expressions, ...fields];
  return (node) => all.every((matches) => matches(node));
}

/**
 * Whether a node satisfies at least one of the terms. For many nodes, compile once with `compileNodeSelector`.
 * @go component-helpers/scheduling/corev1#MatchNodeSelectorTerms
 */
export function matchesNodeSelectorTerms(
  node: DeepReadonly<Node>,
  terms: readonly DeepReadonly<NodeSelectorTerm>[],
): boolean {
  return compileNodeSelector({ nodeSelectorTerms: terms })(node);
}

/**
 * What a pod requires of its node (`spec.nodeSelector` and required node affinity), or undefined where it requires
 * nothing.
 * @go component-helpers/scheduling/corev1/nodeaffinity#GetRequiredNodeAffinity
 */
export function requiredNodeAffinityOf(pod: DeepReadonly<Pod>): NodeMatcher | undefined {
  const labels = Object.entries(pod.spec.nodeSelector ?? {});
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const matchesAffinity = required === undefined ? undefined : compileNodeSelector(required);
  if (labels.length === 0) return matchesAffinity;
  const hasLabels: NodeMatcher = (node) => labels.every(([key, value]) => node.metadata.labels?.[key] === value);
  if (matchesAffinity === undefined) return hasLabels;
  return (node) => hasLabels(node) && matchesAffinity(node);
}

/** The preferred node affinity terms of a pod, compiled; empty ones, which match nothing, are left out. */
export function preferredNodeAffinityOf(pod: DeepReadonly<Pod>): readonly PreferredNodeMatcher[] {
  const terms = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return terms
    .filter(({ weight, preference }) => weight !== 0 && !isEmptyTerm(preference))
    .map(({ weight, preference }) => ({ weight, matches: compileNodeSelectorTerm(preference) }));
}

/**
 * The names of the only nodes that a selector can match, where every term says `metadata.name in (…)`; otherwise
 * undefined. Lets the scheduler look at those nodes alone (DaemonSet pods).
 */
export function nodeNamesOf(selector: DeepReadonly<NodeSelector>): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const term of selector.nodeSelectorTerms) {
    const inTerm = (term.matchFields ?? [])
      .filter((field) => field.key === 'metadata.name' && field.operator === 'In')
      .map((field) => new Set(field.values ?? []));
    const [first, ...rest] = inTerm;
    if (first === undefined) return undefined;
    for (const name of first) if (rest.every((set) => set.has(name))) names.add(name);
  }
  return names;
}

function isEmptyTerm(term: DeepReadonly<NodeSelectorTerm>): boolean {
  return (term.matchExpressions ?? []).length === 0 && (term.matchFields ?? []).length === 0;
}

function compileExpression(requirement: DeepReadonly<NodeSelectorRequirement>): NodeMatcher {
  const holds = compileOperator(requirement);
  const { key } = requirement;
  return (node) => holds(node.metadata.labels?.[key]);
}

function compileField(requirement: DeepReadonly<NodeSelectorRequirement>): NodeMatcher {
  const { key, operator, values = [] } = requirement;
  if (key !== 'metadata.name' || values.length !== 1) return () => false;
  if (operator !== 'In' && operator !== 'NotIn') return () => false;
  const wanted = operator === 'In';
  return (node) => (nameOf(node) === values[0]) === wanted;
}

function compileOperator({ operator, values = [] }: DeepReadonly<NodeSelectorRequirement>): LabelPredicate {
  const never: LabelPredicate = () => false;
  switch (operator) {
    case 'In': {
      const set = new Set(values);
      return set.size === 0 ? never : (value) => value !== undefined && set.has(value);
    }
    case 'NotIn': {
      const set = new Set(values);
      return set.size === 0 ? never : (value) => value === undefined || !set.has(value);
    }
    case 'Exists':
      return values.length === 0 ? (value) => value !== undefined : never;
    case 'DoesNotExist':
      return values.length === 0 ? (value) => value === undefined : never;
    case 'Gt':
    case 'Lt':
      return compileComparison(operator, values);
    default:
      return never;
  }
}

function compileComparison(operator: 'Gt' | 'Lt', values: readonly string[]): LabelPredicate {
  const [text] = values;
  if (values.length !== 1 || text === undefined || !INTEGER.test(text)) return () => false;
  const bound = BigInt(text);
  return (value) => {
    if (value === undefined || !INTEGER.test(value)) return false;
    return operator === 'Gt' ? BigInt(value) > bound : BigInt(value) < bound;
  };
}
