/** Requests that a stopping server waits for. @go k8s.io/apimachinery/pkg/util/waitgroup#SafeWaitGroup */
export class RequestGroup {
  #running = 0;
  #isClosed = false;
  #onEmpty: (() => void) | undefined;

  /** How many there are. */
  get running(): number {
    return this.#running;
  }

  /** Counts a request in; false if no more are taken. */
  enter(): boolean {
    if (this.#isClosed) return false;
    this.#running += 1;
    return true;
  }

  /** Counts a request out. */
  leave(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#onEmpty?.();
  }

  /** Takes no more, and resolves when those that run are over. */
  close(): Promise<void> {
    this.#isClosed = true;
    return new Promise((resolve) => {
      if (this.#running === 0) resolve();
      else this.#onEmpty = resolve;
    });
  }
}

/** The requests of a server by how it waits for them. */
export class RequestDrain {
  /** Those that are over soon. */
  readonly short = new RequestGroup();
  readonly watches = new RequestGroup();
}
