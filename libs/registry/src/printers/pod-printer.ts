import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Pod } from '@kubescript/api/core/v1';
import type { TableConvertor, TableRowCondition } from '@kubescript/apiserver';

import { age, nameOf, none } from './cells.ts';
import { printer } from './columns.ts';
import { summarizePod } from './pod-status.ts';

const podTable = printer<Pod>(
  'Name(name) | Ready | Status | Restarts | Age | IP* | Node* | Nominated Node* | Readiness Gates*',
  (pod) => {
    const { ready, status, restarts } = summarizePod(pod);
    return [
      nameOf(pod),
      ready,
      status,
      restarts,
      age(pod),
      orNone(pod.status.podIPs?.[0]?.ip ?? pod.status.podIP),
      orNone(pod.spec.nodeName),
      orNone(pod.status.nominatedNodeName),
      readinessGates(pod),
    ];
  },
);

/** The table of pods; those that have ended say so. */
export const podPrinter: TableConvertor = {
  ...podTable,
  conditions: (object) => endOf((object as DeepReadonly<Pod>).status.phase),
};

function endOf(phase: string | undefined): readonly TableRowCondition[] | undefined {
  const message = endMessages[phase ?? ''];
  if (phase === undefined || message === undefined) return undefined;
  return [{ type: 'Completed', status: 'True', reason: phase, message }];
}

const endMessages: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

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
