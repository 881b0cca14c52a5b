import type { NamespaceCondition } from '@kubescript/api/core/v1';
import { type DeepReadonly, formatTime } from '@kubescript/apimachinery';

/** What went wrong, or still remains, in one attempt to empty a namespace. */
export interface DeletionFindings {
  /** The server could not tell of all its resources. */
  readonly discoveryError?: string;
  /** Failures to list or delete, one sentence each. */
  readonly deletionErrors: readonly string[];
  /** Number of objects that are left, by `resource.group`. */
  readonly remaining: ReadonlyMap<string, number>;
  /** Number of finalizers that hold them, by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/**
 * The conditions that tell a user why a namespace is still there, in upstream's words.
 * @go k8s.io/kubernetes/pkg/controller/namespace/deletion#namespaceConditionUpdater
 */
export function namespaceConditions(
  old: readonly DeepReadonly<NamespaceCondition>[],
  findings: DeletionFindings,
  now: number,
): NamespaceCondition[] {
  const wanted = [
    discoveryCondition(findings),
    failure('NamespaceDeletionGroupVersionParsingFailure', [], 'GroupVersionParsingFailed', [
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ]),
    failure('NamespaceDeletionContentFailure', findings.deletionErrors, 'ContentDeletionFailed', [
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ]),
    contentCondition(findings.remaining),
    finalizerCondition(findings.finalizers),
  ];
  return wanted.map((condition) => keepTransition(old, condition, now));
}

type NewCondition = Omit<NamespaceCondition, 'lastTransitionTime'>;

function discoveryCondition({ discoveryError }: DeletionFindings): NewCondition {
  const errors = discoveryError === undefined ? [] : [discoveryError];
  const fine = ['ResourcesDiscovered', 'All resources successfully discovered'] as const;
  return failure('NamespaceDeletionDiscoveryFailure', errors, 'DiscoveryFailed', fine);
}

function contentCondition(remaining: ReadonlyMap<string, number>): NewCondition {
  const list = [...remaining].sort().map(([resource, count]) => `${resource} has ${count} resource instances`);
  return list.length === 0
    ? {
        type: 'NamespaceContentRemaining',
        status: 'False',
        reason: 'ContentRemoved',
        message: 'All content successfully removed',
      }
    : {
        type: 'NamespaceContentRemaining',
        status: 'True',
        reason: 'SomeResourcesRemain',
        message: `Some resources are remaining: ${list.join(', ')}`,
      };
}

function finalizerCondition(finalizers: ReadonlyMap<string, number>): NewCondition {
  const list = [...finalizers].sort().map(([name, count]) => `${name} in ${count} resource instances`);
  return list.length === 0
    ? {
        type: 'NamespaceFinalizersRemaining',
        status: 'False',
        reason: 'ContentHasNoFinalizers',
        message: 'All content-preserving finalizers finished',
      }
    : {
        type: 'NamespaceFinalizersRemaining',
        status: 'True',
        reason: 'SomeFinalizersRemain',
        message: `Some content in the namespace has finalizers remaining: ${list.join(', ')}`,
      };
}

function failure(
  type: string,
  errors: readonly string[],
  reason: string,
  [fineReason, fineMessage]: readonly [string, string],
): NewCondition {
  return errors.length === 0
    ? { type, status: 'False', reason: fineReason, message: fineMessage }
    : {
        type,
        status: 'True',
        reason,
        message: `Failed to delete all resource types, ${errors.length} remaining: ${[...errors].sort().join(', ')}`,
      };
}

/** A condition that says what it said before keeps the time since when it says so. */
function keepTransition(
  old: readonly DeepReadonly<NamespaceCondition>[],
  wanted: NewCondition,
  now: number,
): NamespaceCondition {
  const before = old.find(({ type }) => type === wanted.type);
  const time = before?.status === wanted.status ? before.lastTransitionTime : undefined;
  return { ...wanted, lastTransitionTime: time ?? formatTime(now) };
}
