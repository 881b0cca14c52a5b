/**
 * Owns promises that run in the background, so that none is forgotten: `wait` settles when all have ended, and the
 * first failure aborts the others.
 */
export class TaskGroup {
  readonly #controller = new AbortController();
  readonly #running = new Map<Promise<void>, string>();
  readonly #detach: () => void;
  #failure: { readonly error: unknown } | undefined;

  /** @param parent aborts every task of the group, which then counts as a normal end. */
  constructor(parent?: AbortSignal) {
    const onAbort = (): void => {
      this.#controller.abort(parent?.reason);
    };
    if (parent?.aborted) onAbort();
    parent?.addEventListener('abort', onAbort, { once: true });
    this.#detach = () => parent?.removeEventListener('abort', onAbort);
  }

  /** Aborted by the parent, by `stop`, or by the first task that fails. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Names of the tasks that have not ended. */
  get running(): readonly string[] {
    return [...this.#running.values()];
  }

  /** Starts a task. If it fails for another reason than the group's signal, the whole group ends with that failure. */
  spawn(name: string, task: (signal: AbortSignal) => Promise<void>): void {
    const running = this.#run(name, task);
    this.#running.set(running, name);
    void running.then(() => this.#running.delete(running));
  }

  /** Ends every task. */
  stop(reason: Error = new Error('the task group was stopped')): void {
    this.#controller.abort(reason);
  }

  /** Settles when all tasks have ended, including those started meanwhile; rejects with the first failure. */
  async wait(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
    this.#detach();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #run(name: string, task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await task(this.signal);
    } catch (err) {
      if (this.signal.aborted) return;
      this.#failure = { error: err instanceof Error ? err : new Error(`${name}: ${String(err)}`) };
      this.#controller.abort(err);
    }
  }
}
