import { TaskGroup, type Clock, type DeepReadonly } from '@kubescript/apimachinery';
import type { FlowSchema } from '@kubescript/api/flowcontrol/v1';
import type { FlowController, Rest } from '@kubescript/apiserver';
import { listObjects, systemContext, type Stores } from '@kubescript/lib-registry';

import { danglingCondition, maintainFlowControl } from '../bootstrap/flow-control.ts';

const settleMs = 20;
const retryMs = 1000;
const adjustMs = 10_000;
const maintainMs = 60_000;

/**
 * Keeps priority and fairness in step with its objects until the signal: takes over their changes, says in the status
 * of each schema whether its level exists, shares the seats anew every ten seconds, and maintains what is suggested.
 *
 * @go k8s.io/apiserver/pkg/util/flowcontrol#(*configController).Run
 */
export async function runFlowControl(
  stores: Stores,
  controller: FlowController,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const tasks = new TaskGroup(signal);
  const digest = (): Promise<void> => digestFlowControl(stores, controller, clock, signal);
  for (const store of [stores.priorityLevelConfigurations, stores.flowSchemas]) {
    tasks.spawn('flow-control-config', (taskSignal) => followChanges(store, digest, clock, taskSignal));
  }
  tasks.spawn('flow-control-seats', (taskSignal) =>
    every(adjustMs, clock, taskSignal, () => {
      controller.adjust();
    }),
  );
  tasks.spawn('flow-control-maintenance', (taskSignal) =>
    every(maintainMs, clock, taskSignal, () => maintainFlowControl(stores, clock, taskSignal)),
  );
  await tasks.wait();
}

/** Takes over the objects as they are now. */
export async function digestFlowControl(
  stores: Stores,
  controller: FlowController,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const context = systemContext('', signal);
  const levels = await listObjects(stores.priorityLevelConfigurations, context);
  const schemas = await listObjects(stores.flowSchemas, context);
  controller.digest(levels, schemas);
  const names = new Set(levels.map(({ metadata }) => metadata.name));
  for (const schema of schemas) {
    const exists = names.has(schema.spec.priorityLevelConfiguration.name);
    if (!saysSo(schema, exists)) await noteDangling(stores, schema, { exists, clock, signal });
  }
}

/** Whether the status is right already. */
function saysSo({ spec, status }: DeepReadonly<FlowSchema>, exists: boolean): boolean {
  const condition = status.conditions?.find(({ type }) => type === 'Dangling');
  const name = `"${spec.priorityLevelConfiguration.name}"`;
  return condition?.status === (exists ? 'False' : 'True') && condition.message?.includes(name) === true;
}

async function noteDangling(
  stores: Stores,
  schema: DeepReadonly<FlowSchema>,
  { exists, clock, signal }: { readonly exists: boolean; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const condition = danglingCondition(schema.spec.priorityLevelConfiguration.name, exists, clock);
  const note = (current: FlowSchema): FlowSchema => {
    const others = (current.status.conditions ?? []).filter(({ type }) => type !== 'Dangling');
    return { ...current, status: { ...current.status, conditions: [...others, condition] } };
  };
  // One that was deleted meanwhile needs no status.
  await stores.flowSchemas
    .guaranteedUpdate(schema.metadata.name ?? '', note, systemContext('', signal))
    .catch(() => undefined);
}

async function followChanges(
  store: Pick<Rest, 'watch'>,
  onChange: () => Promise<void>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  do {
    await followOnce(store, onChange, clock, signal).catch(() => undefined);
    await clock.sleep(retryMs, signal).catch(() => undefined);
  } while (!signal.aborted);
}

async function followOnce(
  store: Pick<Rest, 'watch'>,
  onChange: () => Promise<void>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const query = {
    resourceVersion: '',
    resourceVersionMatch: '',
    labelSelector: '',
    fieldSelector: '',
    allowBookmarks: false,
    sendInitialEvents: undefined,
  } as const;
  const events = await store.watch?.(query, systemContext('', signal));
  const rounds = new CoalescedRounds(async () => {
    await clock.sleep(settleMs, signal);
    await onChange();
  });
  for await (const event of events ?? []) {
    if (event.type === 'ERROR') break;
    if (event.type !== 'BOOKMARK') rounds.request();
  }
  await rounds.settled();
}

/** Runs rounds one after the other; a request during a round makes one more, however many requests there are. */
class CoalescedRounds {
  readonly #run: () => Promise<void>;
  #isWanted = false;
  #running: Promise<void> | undefined;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  request(): void {
    this.#isWanted = true;
    this.#running ??= this.#rounds().finally(() => {
      this.#running = undefined;
    });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #rounds(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      // What fails is tried again with the next change, or when the watch begins anew.
      await this.#run().catch(() => undefined);
    }
  }
}

async function every(ms: number, clock: Clock, signal: AbortSignal, run: () => Promise<void> | void): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(ms, signal);
      await run();
    } catch {
      // Stopped, or the next round tries again.
    }
  }
}
