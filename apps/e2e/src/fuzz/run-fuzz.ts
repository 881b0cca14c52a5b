import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

import { ApiClient } from '../framework/api-client.ts';
import { type ApiServerAddress, ApiServerProcess } from '../framework/api-server.ts';
import { problemOf } from './check-answer.ts';
import { Cleaner } from './cleaner.ts';
import { corpusOf, fuzzNamespace } from './corpus.ts';
import { type FuzzRequest, harmless, isSensitive } from './fuzz-request.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';
import { send } from './send.ts';
import { memoryWithoutGarbage, residentMegabytes, type ServerMemory } from './server-memory.ts';

/** What is tried. */
export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** So many requests are sent before what they stored is deleted and memory is looked at. */
  readonly window: number;
  /** After so many milliseconds without requests memory is looked at once more; not at all by default. */
  readonly quietMs?: number;
  /** Told what the server holds at the start, at the end of each window and at last, and of each problem at once. */
  readonly report?: (what: FuzzReport) => void;
}

/** What there is to say while a run goes on. */
export type FuzzReport =
  | { readonly start: ServerMemory }
  | FuzzWindow
  | { readonly quiet: ServerMemory; readonly seconds: number }
  | { readonly problem: string; readonly request: FuzzRequest };

/** How it stood at the end of a window. */
export interface FuzzWindow {
  readonly sent: number;
  readonly seconds: number;
  readonly problems: number;
  /** How many objects were deleted. */
  readonly deleted: number;
  /** Resident MB before that. */
  readonly before: number;
  /** What the server held when everything was deleted and its garbage collected. */
  readonly after: ServerMemory;
}

/** What came of a run. */
export interface FuzzResult {
  readonly sent: number;
  /** How many answers there were of each status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** What was wrong, each once, with the request that showed it. */
  readonly problems: ReadonlyMap<string, FuzzRequest>;
  readonly windows: readonly FuzzWindow[];
}

const workers = 16;
/** The part of the requests that may change how every other request is answered. */
const wildPart = 0.02;

/** Sends that many mutated requests to a server of its own, determined by the seed, and checks every answer. */
export async function runFuzz({ requests, seed, window, quietMs = 0, report }: FuzzOptions): Promise<FuzzResult> {
  await using server = await ApiServerProcess.start();
  const address = await server.address();
  using client = new ApiClient(address);
  const cleaner = await Cleaner.remember(client);
  const run = new Run({ server, address }, new Random(seed), (problem, request) => report?.({ problem, request }));
  const windows: FuzzWindow[] = [];
  const began = performance.now();
  const secondsNow = (): number => Math.round((performance.now() - began) / 1000);
  report?.({ start: await memoryWithoutGarbage(server.pid, address) });
  while (run.sent < requests && server.running) {
    const before = await run.window(client, Math.min(window, requests - run.sent));
    const deleted = await cleaner.clean();
    const after = await memoryWithoutGarbage(server.pid, address);
    windows.push({ sent: run.sent, seconds: secondsNow(), problems: run.problems.size, deleted, before, after });
    report?.(windows.at(-1) as FuzzWindow);
  }
  if (quietMs > 0 && server.running) {
    await sleep(quietMs);
    report?.({ quiet: await memoryWithoutGarbage(server.pid, address), seconds: secondsNow() });
  }
  await run.expectAlive(client);
  return { sent: run.sent, statuses: run.statuses, problems: run.problems, windows };
}

class Run {
  private readonly server: ApiServerProcess;
  private readonly address: ApiServerAddress;
  private readonly random: Random;
  private readonly tell: (problem: string, request: FuzzRequest) => void;
  readonly statuses: Record<number, number> = {};
  readonly problems = new Map<string, FuzzRequest>();
  sent = 0;

  constructor(
    { server, address }: { readonly server: ApiServerProcess; readonly address: ApiServerAddress },
    random: Random,
    tell: (problem: string, request: FuzzRequest) => void,
  ) {
    this.server = server;
    this.address = address;
    this.random = random;
    this.tell = tell;
  }

  /** Sends that many more, the wild ones last; returns how many MB the server held then. */
  async window(client: ApiClient, count: number): Promise<number> {
    await client.request('POST', '/api/v1/namespaces', { body: { metadata: { name: fuzzNamespace } } });
    const corpus = await corpusOf(client);
    const wild = Math.ceil(count * wildPart);
    await this.send(count - wild, (random) => harmless(mutate(random.pick(corpus), random)));
    await this.expectAlive(client);
    const before = await residentMegabytes(this.server.pid);
    const wildCorpus = corpus.filter(isSensitive);
    await this.send(wild, (random) => mutate(random.pick(random.chance(0.5) ? wildCorpus : corpus), random), true);
    return before;
  }

  /** Sends that many requests of `make`; `wild` ones can make any other fail. */
  private async send(count: number, make: (random: Random) => FuzzRequest, wild = false): Promise<void> {
    using agent = new DisposableAgent({ keepAlive: true, maxSockets: workers, ca: this.address.ca });
    let left = count;
    const work = async (): Promise<void> => {
      while (left > 0 && this.server.running) {
        left -= 1;
        await this.one(agent, make(this.random), wild);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** The server still does what it is for. */
  async expectAlive(client: ApiClient): Promise<void> {
    if (!this.server.running) throw new Error(`the server ended: ${this.server.printed}`);
    const body = { metadata: { generateName: 'alive-' } };
    const { status } = await client.request('POST', '/api/v1/namespaces/default/configmaps', { body });
    if (status !== 201) throw new Error(`after all, a ConfigMap was answered with ${status}`);
  }

  private async one(agent: Agent, request: FuzzRequest, wild: boolean): Promise<void> {
    try {
      const answer = await send(this.address, agent, request);
      if (answer === undefined) return;
      this.sent += 1;
      this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
      const problem = problemOf(request, answer, wild);
      if (problem !== undefined) this.note(problem, request);
    } catch (error) {
      this.note(String(error), request);
    }
  }

  private note(problem: string, request: FuzzRequest): void {
    if (this.problems.size >= 50 || this.problems.has(problem)) return;
    this.problems.set(problem, request);
    this.tell(problem, request);
  }
}

class DisposableAgent extends Agent implements Disposable {
  [Symbol.dispose](): void {
    this.destroy();
  }
}
