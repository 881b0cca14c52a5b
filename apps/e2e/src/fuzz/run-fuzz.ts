import { readFile } from 'node:fs/promises';
import { Agent } from 'node:https';

import { ApiClient } from '../framework/api-client.ts';
import { type ApiServerAddress, ApiServerProcess } from '../framework/api-server.ts';
import { problemOf } from './check-answer.ts';
import { corpusOf, fuzzNamespace } from './corpus.ts';
import { type FuzzRequest, harmless } from './fuzz-request.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';
import { send } from './send.ts';

/** What came of a run. */
export interface FuzzResult {
  readonly sent: number;
  /** How many answers there were of each status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** What was wrong, each once, with the request that showed it. */
  readonly problems: ReadonlyMap<string, FuzzRequest>;
  /** Resident memory in MB after a quarter of the requests and at the end. */
  readonly memory: { readonly early: number; readonly late: number };
}

const workers = 16;

/** Sends that many mutated requests to a server of its own, determined by the seed, and checks every answer. */
export async function runFuzz(requests: number, seed: number): Promise<FuzzResult> {
  await using server = await ApiServerProcess.start();
  const address = await server.address();
  using client = new ApiClient(address);
  await client.request('POST', '/api/v1/namespaces', { body: { metadata: { name: fuzzNamespace } } });
  const corpus = await corpusOf(client);
  const run = new Run({ server, address }, corpus, new Random(seed));
  await run.send(Math.ceil(requests / 4));
  const early = await residentMegabytes(server.pid);
  await run.send(requests - Math.ceil(requests / 4));
  await run.expectAlive(client);
  return { ...run.result(), memory: { early, late: await residentMegabytes(server.pid) } };
}

class Run {
  private readonly server: ApiServerProcess;
  private readonly address: ApiServerAddress;
  private readonly corpus: readonly FuzzRequest[];
  private readonly random: Random;
  private readonly statuses: Record<number, number> = {};
  private readonly problems = new Map<string, FuzzRequest>();
  private sent = 0;

  constructor(
    { server, address }: { readonly server: ApiServerProcess; readonly address: ApiServerAddress },
    corpus: readonly FuzzRequest[],
    random: Random,
  ) {
    this.server = server;
    this.address = address;
    this.corpus = corpus;
    this.random = random;
  }

  /** Sends that many more. */
  async send(count: number): Promise<void> {
    using agent = new DisposableAgent({ keepAlive: true, maxSockets: workers, ca: this.address.ca });
    let left = count;
    const work = async (): Promise<void> => {
      while (left > 0 && this.server.running) {
        left -= 1;
        await this.one(agent, harmless(mutate(this.random.pick(this.corpus), this.random)));
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** The server still does what it is for. */
  async expectAlive(client: ApiClient): Promise<void> {
    if (!this.server.running) throw new Error(`the server ended: ${this.server.printed}`);
    const body = { metadata: { name: 'after-all' } };
    const { status } = await client.request('POST', '/api/v1/namespaces/default/configmaps', { body });
    if (status !== 201) throw new Error(`after all, a ConfigMap was answered with ${status}`);
  }

  result(): Omit<FuzzResult, 'memory'> {
    return { sent: this.sent, statuses: this.statuses, problems: this.problems };
  }

  private async one(agent: Agent, request: FuzzRequest): Promise<void> {
    try {
      const answer = await send(this.address, agent, request);
      if (answer === undefined) return;
      this.sent += 1;
      this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
      const problem = problemOf(request, answer);
      if (problem !== undefined) this.note(problem, request);
    } catch (error) {
      this.note(String(error), request);
    }
  }

  private note(problem: string, request: FuzzRequest): void {
    if (this.problems.size < 50 && !this.problems.has(problem)) this.problems.set(problem, request);
  }
}

class DisposableAgent extends Agent implements Disposable {
  [Symbol.dispose](): void {
    this.destroy();
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
