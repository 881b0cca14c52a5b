import { setTimeout as sleep } from 'node:timers/promises';

import { ApiClient } from '../framework/api-client.ts';
import { type ApiServerAddress, ApiServerProcess } from '../framework/api-server.ts';
import { EtcdProcess } from '../framework/etcd.ts';
import { waitFor } from '../framework/wait.ts';
import { checkHistory } from './check-history.ts';
import { ConfigMapClient, namespace } from './config-maps.ts';
import type { Change, History, Listing, Operation, Version } from './history.ts';
import { Watcher } from './watcher.ts';
import { keys, Worker } from './worker.ts';

/** What is tried and for how long. */
export interface RoundsOptions {
  readonly rounds: number;
  /** API servers on one real etcd; none is one API server with the embedded store. */
  readonly serversOnEtcd?: number;
  /** Told after every so many rounds what came of them so far. */
  readonly progress?: { readonly every: number; report(round: number, result: RoundsResult): void };
}

/** What came of it. */
export interface RoundsResult {
  readonly operations: number;
  readonly unknown: number;
  readonly events: number;
  readonly lists: number;
  /** What was wrong, each with the number of its round. */
  readonly violations: readonly string[];
}

/** A process that is killed and started again. */
interface Victim {
  kill(): Promise<void>;
  startAgain(): Promise<void>;
}

/** A server that clients talk to. */
export interface TestedServer {
  address(): Promise<ApiServerAddress>;
}

/** Something that goes wrong for a while: `happen` resolves when everything is well again. */
export interface Fault {
  readonly name: string;
  /** `served` resolves when a write of after its call is acknowledged, and every watch has told it. */
  happen(served: () => Promise<void>): Promise<void>;
}

const clientsPerRun = 6;

/** Kills and restarts servers under concurrent clients, and checks after each restart what the clients saw. */
export async function runRounds({ rounds, serversOnEtcd = 0, progress }: RoundsOptions): Promise<RoundsResult> {
  await using stack = new AsyncDisposableStack();
  const etcd = serversOnEtcd > 0 ? stack.use(await EtcdProcess.start()) : undefined;
  const flags = etcd === undefined ? [] : ['--etcd-servers', etcd.url];
  const servers: ApiServerProcess[] = [];
  for (let index = 0; index < Math.max(1, serversOnEtcd); index++) {
    servers.push(stack.use(await ApiServerProcess.start(...flags)));
  }
  const victims: Victim[] = etcd === undefined ? servers : [...servers, etcd];
  const run = stack.use(await FaultRun.start(servers));
  for (let round = 1; round <= rounds && run.result().violations.length === 0; round++) {
    await run.round(killed(victims, round));
    if (progress !== undefined && round % progress.every === 0) progress.report(round, run.result());
  }
  return run.result();
}

/** A server that does not reach its store in time ends, and whoever runs it starts it again. */
async function startAgain(victim: Victim): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await victim.startAgain();
      return;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

function killed(victims: readonly Victim[], round: number): Fault {
  return {
    name: `round ${round}`,
    async happen() {
      const victim = victims[Math.floor(Math.random() * victims.length)] as Victim;
      await victim.kill();
      await startAgain(victim);
    },
  };
}

/** Concurrent clients of some servers, to which faults happen; what the clients see is checked after each. */
export class FaultRun implements AsyncDisposable {
  private readonly violations: string[] = [];
  private readonly clients: readonly ConfigMapClient[];
  private readonly workers: readonly Worker[];
  private readonly watchers: readonly Watcher[];
  private readonly stop = new AbortController();
  private readonly stack = new AsyncDisposableStack();
  private readonly watching: Promise<unknown>;
  private start: ReadonlyMap<string, Version> = new Map();
  private startRv = 0;
  private earlier: readonly Change[] = [];
  private counts = { operations: 0, unknown: 0, events: 0, lists: 0 };

  private constructor(clients: readonly ApiClient[]) {
    for (const client of clients) this.stack.use(client);
    this.clients = clients.map((client, index) => new ConfigMapClient(`c${index}`, client));
    this.workers = this.clients.slice(2).map((client) => new Worker(client));
    this.watchers = this.clients.map((client) => new Watcher(client)).slice(0, 3);
    this.watching = Promise.all(this.watchers.map((watcher) => watcher.watch(this.stop.signal)));
  }

  /** Connects the clients and makes the namespace that they work in. */
  static async start(servers: readonly TestedServer[]): Promise<FaultRun> {
    const addresses = await Promise.all(servers.map((server) => server.address()));
    const clients = Array.from({ length: clientsPerRun + 2 }, (_, index) => addresses[index % addresses.length]);
    const run = new FaultRun(
      clients.filter((address) => address !== undefined).map((address) => new ApiClient(address)),
    );
    await run.makeNamespace(new ApiClient(addresses[0] as (typeof addresses)[0]));
    return run;
  }

  /** Clients work, the fault happens at some moment and is over, the clients end, and what they saw is checked. */
  async round(fault: Fault): Promise<void> {
    const stop = new AbortController();
    const working = Promise.all(this.workers.map((worker) => worker.work(stop.signal)));
    const enough = this.performed() + 20 + Math.random() * 200;
    await waitFor('work to be done', () => Promise.resolve(this.performed() >= enough || undefined), { every: 5 });
    await fault.happen(() => this.served());
    await sleep(100);
    stop.abort();
    const records = await working;
    const operations = records.flatMap((record) => record.operations);
    const lists = records.flatMap((record) => record.lists);
    this.check(fault.name, await this.settle(operations, lists));
  }

  private async served(): Promise<void> {
    const enough = this.performed() + this.workers.length;
    const before = this.writtenRevision();
    const served = (): boolean => this.performed() >= enough && this.writtenRevision() > before;
    await waitFor('a write to be acknowledged', () => Promise.resolve(served() || undefined), { timeout: 30_000 });
    await this.watchersAt(this.writtenRevision());
  }

  private writtenRevision(): number {
    return Math.max(...this.workers.map(({ writtenRevision }) => writtenRevision));
  }

  private performed(): number {
    return this.workers.reduce((sum, { performed }) => sum + performed, 0);
  }

  /** What came of all rounds so far. */
  result(): RoundsResult {
    return { ...this.counts, violations: this.violations };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop.abort();
    await this.stack.disposeAsync();
    await this.watching;
  }

  /** Reads the final state of every object, waits for the watches, and puts the round's history together. */
  private async settle(operations: readonly Operation[], lists: readonly Listing[]): Promise<History> {
    const settled = performance.now();
    const reads = await this.finalReads();
    const end = new Map<string, Version>();
    for (const { key, outcome } of reads) if (outcome.kind === 'ok') end.set(key, outcome.version);
    const last = await this.lastList();
    await this.watchersAt(Math.max(0, ...[...end.values()].map(({ rv }) => rv)));
    const seen = this.watchers.map((watcher) => watcher.take());
    return {
      start: this.start,
      startRv: this.startRv,
      earlier: this.earlier,
      operations: [...operations.map((operation) => closed(operation, settled)), ...reads],
      lists: [...lists, last, ...seen.flatMap((record) => record.lists)],
      watches: seen.flatMap(({ streams }) => streams),
      end,
    };
  }

  private async finalReads(): Promise<Operation[]> {
    return Promise.all(
      keys.map((key, index) =>
        waitFor(`an answer about ${key}`, async () => {
          const operation = await this.anyClient(index).perform(key, { kind: 'get' });
          return operation?.outcome.kind === 'unknown' ? undefined : operation;
        }),
      ),
    );
  }

  private async lastList(): Promise<Listing> {
    return waitFor('a list', () => this.anyClient(0).list(true));
  }

  /** A watch that does not come to what was written is a violation. */
  private async watchersAt(rv: number): Promise<void> {
    const behind = (): Watcher[] => this.watchers.filter(({ revision }) => revision < rv);
    await waitFor(`all watches at ${rv}`, () => Promise.resolve(behind().length === 0 || undefined), {
      timeout: 20_000,
    }).catch((error: unknown) => this.violations.push(String(error)));
  }

  private check(name: string, history: History): void {
    const { violations, changes } = checkHistory(history);
    this.violations.push(...violations.map((text) => `${name}: ${text}`));
    this.count(history);
    this.start = history.end;
    this.startRv = Math.max(this.startRv, ...changes.map(({ rv }) => rv));
    this.earlier = changes.filter((change) => !this.earlier.some(({ rv }) => rv === change.rv));
  }

  private count({ operations, lists, watches }: History): void {
    this.counts.operations += operations.length;
    this.counts.unknown += operations.filter(({ outcome }) => outcome.kind === 'unknown').length;
    this.counts.lists += lists.length;
    this.counts.events += watches.reduce((sum, { events }) => sum + events.length, 0);
  }

  private anyClient(index: number): ConfigMapClient {
    return this.clients[index % this.clients.length] as ConfigMapClient;
  }

  private async makeNamespace(client: ApiClient): Promise<void> {
    using owned = client;
    const { status } = await owned.request('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } });
    if (status !== 201) throw new Error(`the namespace was answered with ${status}`);
  }
}

/** A request without answer can have been carried out until the servers were back and everything had ended. */
function closed(operation: Operation, at: number): Operation {
  return operation.outcome.kind === 'unknown' ? { ...operation, completed: at } : operation;
}
