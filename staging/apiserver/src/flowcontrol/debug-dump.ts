import type { FlowController } from './flow-controller.ts';
import type { PriorityLevel } from './priority-level.ts';
import type { QueuedRequest } from './queue-set.ts';

/** The tables at /debug/api_priority_and_fairness/. @go k8s.io/apiserver/pkg/util/flowcontrol#(*configController).Install */
export function flowControlDumps(controller: FlowController): Readonly<Record<string, () => string>> {
  return {
    '/debug/api_priority_and_fairness/dump_priority_levels': () => dumpPriorityLevels(controller),
    '/debug/api_priority_and_fairness/dump_queues': () => dumpQueues(controller),
    '/debug/api_priority_and_fairness/dump_requests': () => dumpRequests(controller),
  };
}

function dumpPriorityLevels({ levels }: FlowController): string {
  const header = [
    'PriorityLevelName',
    'ActiveQueues',
    'IsIdle',
    'IsQuiescing',
    'WaitingRequests',
    'ExecutingRequests',
    'DispatchedRequests',
    'RejectedRequests',
    'TimedoutRequests',
    'CancelledRequests',
  ];
  const rows = sorted(levels).map(({ name, queues, isQuiescing }) => [
    name,
    queues.queues.filter(({ isIdle }) => !isIdle).length,
    queues.isIdle,
    isQuiescing,
    queues.waitingRequests,
    queues.executingRequests,
    queues.dispatched,
    queues.rejected,
    queues.timedOut,
    queues.cancelled,
  ]);
  return table(header, rows);
}

function dumpQueues({ levels }: FlowController): string {
  const header = [
    'PriorityLevelName',
    'Index',
    'PendingRequests',
    'ExecutingRequests',
    'SeatsInUse',
    'NextDispatchR',
    'InitialSeatsSum',
    'MaxSeatsSum',
    'TotalWorkSum',
  ];
  const rows = sorted(levels).flatMap(({ name, queues }) =>
    queues.queues.map((queue, index) => [
      name,
      index,
      queue.waiting.length,
      queue.executing,
      queue.seatsInUse,
      seatSeconds(queue.nextDispatchR),
      queue.waiting.reduce((sum, { request }) => sum + request.work.initialSeats, 0),
      queue.waiting.reduce((sum, { maxSeats }) => sum + maxSeats, 0),
      seatSeconds(queue.waitingWork),
    ]),
  );
  return table(header, rows);
}

function dumpRequests({ levels }: FlowController): string {
  const header = [
    'PriorityLevelName',
    'FlowSchemaName',
    'QueueIndex',
    'RequestIndexInQueue',
    'FlowDistingsher',
    'ArriveTime',
    'InitialSeats',
    'FinalSeats',
    'AdditionalLatency',
    'StartTime',
  ];
  const rows = sorted(levels).flatMap(({ name, queues }) =>
    queues.queues.flatMap((queue, queueIndex) =>
      queue.waiting.map((waiting, index) => requestRow(waiting, [name, queueIndex, index])),
    ),
  );
  return table(header, rows);
}

function requestRow(waiting: QueuedRequest, [level, queue, index]: readonly [string, number, number]): unknown[] {
  const { request, arrived } = waiting;
  const { initialSeats, finalSeats, additionalMs } = request.work;
  const time = new Date(performance.timeOrigin + arrived).toISOString();
  return [
    level,
    request.schema,
    queue,
    index,
    request.distinguisher,
    time,
    initialSeats,
    finalSeats,
    `${String(additionalMs)}ms`,
    '<none>',
  ];
}

const sorted = (levels: ReadonlyMap<string, PriorityLevel>): readonly PriorityLevel[] =>
  [...levels.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

const seatSeconds = (value: number): string => `${value.toFixed(8)}ss`;

/** Columns of the same width, each cell with its comma. */
function table(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => `${String(cell)},`));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 1))
      .join('')
      .trimEnd();
  return cells.map((row) => `${line(row)}\n`).join('');
}
