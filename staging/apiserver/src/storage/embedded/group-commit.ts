import { fdatasync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** What a batch promised to tell when it is durable. */
interface Batch {
  readonly done: (() => void)[];
  readonly failed: ((error: Error) => void)[];
}

/** What the store does as a batch goes its way. */
export interface CommitHooks {
  /** The open batch is committed, and will survive the process, but not yet the machine. */
  onCommit(): void;
  /** The batch committed last is on disk; its writers are told next. */
  onDurable(): void;
  /** The open batch was undone. */
  onRollback(): void;
}

/**
 * Lets concurrent writes share one transaction and one sync. Writes of one turn of the event loop, and all that come
 * while a sync is under way, form a batch; the sync runs in the thread pool, so the main thread never waits for the disk.
 */
export class GroupCommit {
  private readonly db: DatabaseSync;
  private readonly walFd: number | undefined;
  private readonly hooks: CommitHooks;
  private open: Batch | undefined;
  private syncing: Promise<void> | undefined;
  private failure: Error | undefined;

  /** Without `walFd` nothing is synced: what is committed counts as durable. */
  constructor(db: DatabaseSync, walFd: number | undefined, hooks: CommitHooks) {
    this.db = db;
    this.walFd = walFd;
    this.hooks = hooks;
  }

  /** The reason why nothing can be written any more. */
  get broken(): Error | undefined {
    return this.failure;
  }

  /**
   * Runs `write` in the open transaction; resolves with its result when that is durable. If it throws, the whole batch
   * is undone, as the store may be full or damaged.
   */
  run<T>(write: () => T): Promise<T> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    try {
      const batch = this.openBatch();
      const result = write();
      return new Promise((resolve, reject) => {
        batch.done.push(() => {
          resolve(result);
        });
        batch.failed.push(reject);
      });
    } catch (err) {
      const error = err instanceof Error ? err : new Error(String(err));
      this.rollback(error);
      return Promise.reject(error);
    }
  }

  /** Resolves when everything written so far is durable; at once if nothing is under way. */
  settled(): Promise<void> | undefined {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const batch = this.open;
    if (batch === undefined) return this.syncing;
    return new Promise((resolve, reject) => {
      batch.done.push(resolve);
      batch.failed.push(reject);
    });
  }

  private openBatch(): Batch {
    if (this.open !== undefined) return this.open;
    this.db.exec('BEGIN');
    this.open = { done: [], failed: [] };
    if (this.syncing === undefined) setImmediate(() => void this.flush());
    return this.open;
  }

  private async flush(): Promise<void> {
    const batch = this.open;
    if (batch === undefined || this.syncing !== undefined) return;
    try {
      this.db.exec('COMMIT');
    } catch (err) {
      this.rollback(err as Error);
      return;
    }
    this.open = undefined;
    this.hooks.onCommit();
    this.syncing = this.sync(batch);
    await this.syncing;
    this.syncing = undefined;
    if (this.openedMeanwhile()) setImmediate(() => void this.flush());
  }

  private openedMeanwhile(): boolean {
    return this.open !== undefined;
  }

  private async sync(batch: Batch): Promise<void> {
    try {
      if (this.walFd !== undefined) await syncFile(this.walFd);
    } catch (err) {
      // After a failed sync nobody knows what is on disk.
      this.failure = new Error('the store cannot be written any more: syncing it to disk failed', { cause: err });
      for (const fail of batch.failed) fail(this.failure);
      if (this.open !== undefined) this.rollback(this.failure);
      return;
    }
    this.hooks.onDurable();
    for (const done of batch.done) done();
  }

  private rollback(error: Error): void {
    const batch = this.open;
    this.open = undefined;
    try {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
    } catch (err) {
      this.failure = new Error('the store cannot be written any more', { cause: err });
    }
    this.hooks.onRollback();
    for (const fail of batch?.failed ?? []) fail(error);
  }
}

function syncFile(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (err) => {
      if (err === null) resolve();
      else reject(err);
    });
  });
}
