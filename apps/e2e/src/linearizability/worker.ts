import { setTimeout as sleep } from 'node:timers/promises';

import type { ConfigMapClient } from './config-maps.ts';
import type { Call, Listing, Operation } from './history.ts';

/** The names of the objects that all workers fight over. */
export const keys = ['a', 'b', 'c', 'd', 'e'] as const;

/** What a worker saw. */
export interface WorkerRecord {
  readonly operations: Operation[];
  readonly lists: Listing[];
}

/** A client that does one random thing after the other. */
export class Worker {
  private readonly client: ConfigMapClient;
  private readonly newest = new Map<string, number>();
  private written = 0;
  private newestWrite = 0;
  private answered = 0;

  constructor(client: ConfigMapClient) {
    this.client = client;
  }

  /** How many operations were answered so far. */
  get performed(): number {
    return this.answered;
  }

  /** The revision of its newest acknowledged write. */
  get writtenRevision(): number {
    return this.newestWrite;
  }

  /** Works until the signal, and returns when its last request has ended. */
  async work(signal: AbortSignal): Promise<WorkerRecord> {
    const record: WorkerRecord = { operations: [], lists: [] };
    while (!signal.aborted) if (!(await this.step(record))) await sleep(50);
    return record;
  }

  /** False if no server answered. The fewer unknown outcomes, the stricter the check, so there is no hurry then. */
  private async step(record: WorkerRecord): Promise<boolean> {
    if (Math.random() < 0.08) return this.list(record);
    const key = keys[Math.floor(Math.random() * keys.length)] ?? 'a';
    const operation = await this.client.perform(key, this.randomCall(key));
    if (operation === undefined) return false;
    record.operations.push(operation);
    if (operation.outcome.kind === 'unknown') return false;
    this.answered += 1;
    if (operation.outcome.kind === 'ok') this.note(key, operation.call, operation.outcome.version.rv);
    return true;
  }

  private note(key: string, call: Call, rv: number): void {
    this.newest.set(key, rv);
    if (call.kind !== 'get') this.newestWrite = Math.max(this.newestWrite, rv);
  }

  private async list({ lists }: WorkerRecord): Promise<boolean> {
    const list = await this.client.list(Math.random() < 0.7);
    if (list !== undefined) lists.push(list);
    return list !== undefined;
  }

  private randomCall(key: string): Call {
    const expected = this.newest.get(key);
    const condition = expected === undefined ? {} : { expected };
    const dice = Math.random();
    if (dice < 0.25) return { kind: 'create', value: this.newValue() };
    if (dice < 0.5) return { kind: 'update', value: this.newValue(), ...condition };
    if (dice < 0.65) return { kind: 'update', value: this.newValue() };
    if (dice < 0.72) return { kind: 'delete', ...condition };
    if (dice < 0.8) return { kind: 'delete' };
    return { kind: 'get' };
  }

  private newValue(): string {
    this.written += 1;
    return `${this.client.name}-${this.written}`;
  }
}
