import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';

import { age, nameOf, none } from './cells.ts';
import { printer } from './columns.ts';
import { summarizePod } from './pod-status.ts';

/** The table of pods. */
export const podPrinter = printer<Pod>(
  'Name(name) | Ready | Status | Restarts | Age | IP* | Node* | Nominated Node* | Readiness Gates*',
  (pod, now) => {
    const { ready, status, restarts } = summarizePod(pod, now);
    return [
      nameOf(pod),
      ready,
      status,
      restarts,
      age(pod, now),
      orNone(pod.status.podIPs?.[0]?.ip ?? pod.status.podIP),
      orNone(pod.spec.nodeName),
      orNone(pod.status.nominatedNodeName),
      readinessGates(pod),
    ];
  },
);

function orNone(text: string | undefined): string {
  return text === undefined || text === '' ? none : text;
}

function readinessGates({ spec, status }: DeepReadonly<Pod>): string {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return none;
  const open = gates.filter(({ conditionType }) =>
    status.conditions?.some((condition) => condition.type === conditionType && condition.status === 'True'),
  );
  return `${String(open.length)}/${String(gates.length)}`;
}
