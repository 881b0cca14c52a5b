import type { DaemonSet } from '@kubescript/api/apps/v1';
import type { Node, Pod, PodTemplateSpec, Toleration } from '@kubescript/api/core/v1';
import { deepCopy, type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import { requiredNodeAffinityOf, tolerationsTolerateTaint } from '@kubescript/component-helpers';

/** What daemons put up with, so that they stay on nodes in trouble. */
const daemonTolerations: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];
const hostNetworkToleration: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** What a DaemonSet wants of a node. */
export interface NodeFit {
  readonly shouldRun: boolean;
  /** A pod that is there already may stay. */
  readonly mayStay: boolean;
}

/**
 * Whether the pods of a DaemonSet belong on a node.
 *
 * @go k8s.io/kubernetes/pkg/controller/daemon#NodeShouldRunDaemonPod
 */
export function nodeFit(ds: DeepReadonly<DaemonSet>, node: DeepReadonly<Node>): NodeFit {
  const { spec = { containers: [] } } = ds.spec.template;
  const no = { shouldRun: false, mayStay: false };
  if ((spec.nodeName ?? '') !== '' && spec.nodeName !== nameOf(node)) return no;
  const pod = { metadata: { name: '' }, spec, status: {} } as DeepReadonly<Pod>;
  const { nodeSelector = {} } = spec;
  const labels = node.metadata.labels ?? {};
  if (Object.entries(nodeSelector).some(([key, value]) => labels[key] !== value)) return no;
  if (requiredNodeAffinityOf(pod)?.(node) === false) return no;
  const tolerations = [...(spec.tolerations ?? []), ...addedTolerations(spec.hostNetwork === true)];
  const untolerated = (node.spec.taints ?? []).filter((taint) => !tolerationsTolerateTaint(tolerations, taint));
  if (untolerated.some((taint) => taint.effect === 'NoExecute')) return no;
  return { shouldRun: !untolerated.some((taint) => taint.effect === 'NoSchedule'), mayStay: true };
}

function addedTolerations(hostNetwork: boolean): readonly Toleration[] {
  return hostNetwork ? [...daemonTolerations, hostNetworkToleration] : daemonTolerations;
}

/** The template of the daemon of one node: bound to that node by affinity, so that the scheduler places it. */
export function templateForNode(
  template: DeepReadonly<PodTemplateSpec>,
  nodeName: string,
  hash: Readonly<Record<string, string>>,
): PodTemplateSpec {
  const copy = deepCopy(template) as PodTemplateSpec;
  const spec = copy.spec ?? { containers: [] };
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [nodeName] }];
  const old = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const nodeSelectorTerms = old === undefined ? [{ matchFields }] : old.map((term) => ({ ...term, matchFields }));
  spec.affinity = {
    ...spec.affinity,
    nodeAffinity: {
      ...spec.affinity?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
    },
  };
  const known = spec.tolerations ?? [];
  const isKnown = (added: Toleration): boolean =>
    known.some((t) => t.key === added.key && t.effect === added.effect && t.operator === added.operator);
  spec.tolerations = [...known, ...addedTolerations(spec.hostNetwork === true).filter((added) => !isKnown(added))];
  return { metadata: { ...copy.metadata, labels: { ...copy.metadata?.labels, ...hash } }, spec };
}

/** The node that a pod is on, or is made for. */
export function targetNodeOf(pod: DeepReadonly<Pod>): string {
  if ((pod.spec.nodeName ?? '') !== '') return pod.spec.nodeName ?? '';
  const terms = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  for (const term of terms ?? []) {
    const field = term.matchFields?.find(({ key, operator }) => key === 'metadata.name' && operator === 'In');
    if (field?.values?.[0] !== undefined) return field.values[0];
  }
  return '';
}
