import type { Taint, Toleration } from '@kubescript/api/core/v1';
import { type DeepReadonly, parseTime } from '@kubescript/apimachinery';
import { toleratesTaint } from '@kubescript/component-helpers';

/**
 * When a pod on a node with these NoExecute taints has to go, in milliseconds since the epoch: `undefined` never, 0 at
 * once. A toleration with `tolerationSeconds` counts from when the taint was added; the shortest one decides.
 * @go k8s.io/kubernetes/pkg/controller/tainteviction#(*Controller).processPodOnNode
 */
export function evictionTime(
  taints: readonly DeepReadonly<Taint>[],
  tolerations: readonly DeepReadonly<Toleration>[] | undefined,
  now: number,
): number | undefined {
  const times = taints.map((taint) => timeOf(taint, tolerations ?? [], now));
  const due = times.filter((time) => time !== undefined);
  return due.length === 0 ? undefined : Math.min(...due);
}

function timeOf(
  taint: DeepReadonly<Taint>,
  tolerations: readonly DeepReadonly<Toleration>[],
  now: number,
): number | undefined {
  const matching = tolerations.filter((toleration) => toleratesTaint(toleration, taint));
  if (matching.length === 0) return 0;
  const seconds = matching.flatMap(({ tolerationSeconds }) =>
    tolerationSeconds === undefined ? [] : [tolerationSeconds],
  );
  if (seconds.length === 0) return undefined;
  const added = taint.timeAdded === undefined ? now : parseTime(taint.timeAdded);
  return added + Math.max(0, Math.min(...seconds)) * 1000;
}
