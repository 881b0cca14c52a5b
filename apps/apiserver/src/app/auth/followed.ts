import { type Clock, realClock, TaskGroup } from '@kubescript/apimachinery';
import { FollowedFile } from '@kubescript/apiserver';
import type { Logger } from '@kubescript/component-base';

/** The files and loops behind authentication and authorization. Disposing ends the loops. */
export class AuthLoops implements AsyncDisposable {
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly #stop = new AbortController();
  readonly #tasks: TaskGroup;
  readonly #clock: Clock;
  readonly #onParsed: () => void;

  /** `onParsed` is told whenever a parsed file says something else. */
  constructor(logger: Logger, onParsed: () => void = () => undefined, clock: Clock = realClock) {
    this.logger = logger;
    this.#onParsed = onParsed;
    this.signal = this.#stop.signal;
    this.#clock = clock;
    this.#tasks = new TaskGroup(this.signal);
  }

  /** Runs `work` until the server closes. */
  spawn(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.#tasks.spawn(name, work);
  }

  /** Opens the file of a flag; `onChange` is told when it says something else. An error there is logged. */
  follow(flag: string, path: string, onChange: (content: string) => void): FollowedFile {
    const file = openFile(flag, path);
    this.spawn(`follow ${flag}`, (signal) =>
      file.follow(
        (content) => {
          onChange(content);
          this.logger.info('Read a changed file', { flag, path });
        },
        (error) => {
          this.logger.error('Cannot use a changed file; what it said before still holds', { flag, path, error });
        },
        { clock: this.#clock, signal },
      ),
    );
    return file;
  }

  /** What `parse` makes of a file, always of its newest content that can be used. */
  parsed<T>(flag: string, path: string, parse: (content: string) => T): () => T {
    let current: T;
    const file = this.follow(flag, path, (content) => {
      current = parse(content);
      this.#onParsed();
    });
    try {
      current = parse(file.content);
    } catch (error) {
      throw new Error(`${flag}: ${path}: ${(error as Error).message}`, { cause: error });
    }
    return () => current;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the server is closing'));
    await this.#tasks.wait();
  }
}

function openFile(flag: string, path: string): FollowedFile {
  try {
    return new FollowedFile(path);
  } catch (error) {
    throw new Error(`${flag}: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}
