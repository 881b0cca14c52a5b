import { setTimeout as sleep } from 'node:timers/promises';

import { ApiClient } from '../framework/api-client.ts';
import { ApiServerProcess } from '../framework/api-server.ts';
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

const clientsPerRun = 6;

/** Kills and restarts servers under concurrent clients, and checks after each restart what the clients saw. */
export async function runRounds({ rounds, serversOnEtcd = 0 }: RoundsOptions): Promise<RoundsResult> {
  await using stack = new AsyncDisposableStack();
  const etcd = serversOnEtcd > 0 ? stack.use(await EtcdProcess.start()) : undefined;
  const flags = etcd === undefined ? [] : ['--etcd-servers', etcd.url];
  const servers: ApiServerProcess[] = [];
  for (let index = 0; index < Math.max(1, serversOnEtcd); index++) {
    servers.push(stack.use(await ApiServerProcess.start(...flags)));
  }
  const run = stack.use(await Run.start(servers));
  const victims: Victim[] = etcd === undefined ? servers : [...servers, etcd];
  for (let round = 1; round <= rounds && run.violations.length === 0; round++) {
    await run.round(round, victims[Math.floor(Math.random() * victims.length)] as Victim);
  }
  return run.result();
}

class Run implements AsyncDisposable {
  readonly violations: string[] = [];
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

  static async start(servers: readonly ApiServerProcess[]): Promise<Run> {
    const addresses = await Promise.all(servers.map((server) => server.address()));
    const clients = Array.from({ length: clientsPerRun + 2 }, (_, index) => addresses[index % addresses.length]);
    const run = new Run(clients.filter((address) => address !== undefined).map((address) => new ApiClient(address)));
    await run.makeNamespace(new ApiClient(addresses[0] as (typeof addresses)[0]));
    return run;
  }

  /** Clients work, the victim is killed at some moment and comes back, the clients end, and what they saw is checked. */
  async round(number: number, victim: Victim): Promise<void> {
    const stop = new AbortController();
    const working = Promise.all(this.workers.map((worker) => worker.work(stop.signal)));
    const enough = this.performed() + 20 + Math.random() * 200;
    await waitFor('work to be done', () => Promise.resolve(this.performed() >= enough || undefined), { every: 5 });
    await victim.kill();
    await victim.startAgain();
    await sleep(100);
    stop.abort();
    const records = await working;
    const operations = records.flatMap((record) => record.operations);
    const lists = records.flatMap((record) => record.lists);
    this.check(number, await this.settle(operations, lists));
  }

  private performed(): number {
    return this.workers.reduce((sum, { performed }) => sum + performed, 0);
  }

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

  private check(number: number, history: History): void {
    const { violations, changes } = checkHistory(history);
    this.violations.push(...violations.map((text) => `round ${number}: ${text}`));
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
