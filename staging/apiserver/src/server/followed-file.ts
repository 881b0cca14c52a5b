import { readFileSync, statSync } from 'node:fs';

import type { Clock } from '@kubescript/apimachinery';

const INTERVAL_MS = 1000;

/**
 * A file whose content may change while the server runs (certificates, policies). What it says now is `content`; nobody
 * has to wait for it. `follow` is to be run as a task of its own.
 *
 * @go k8s.io/apiserver/pkg/server/dynamiccertificates#DynamicFileCAContent
 */
export class FollowedFile {
  readonly path: string;
  private current: string;
  private stamp: string;

  /** Reads the file; throws Node's error if that fails. */
  constructor(path: string) {
    this.path = path;
    this.stamp = stampOf(path);
    this.current = readFileSync(path, 'utf8');
  }

  /** As it was when it could last be read. */
  get content(): string {
    return this.current;
  }

  /**
   * Looks for changes until the signal and tells `onChange` the new content; a file that is away for a while, or that
   * `onChange` throws for, is looked at again when it changes.
   */
  async follow(
    onChange: (content: string) => void,
    onError: (error: unknown) => void,
    { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  ): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(INTERVAL_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        this.look(onChange);
      } catch (error) {
        onError(error);
      }
    }
  }

  private look(onChange: (content: string) => void): void {
    const stamp = stampOf(this.path);
    if (stamp === this.stamp) return;
    const content = readFileSync(this.path, 'utf8');
    this.stamp = stamp;
    if (content === this.current) return;
    this.current = content;
    onChange(content);
  }
}

/** Changes whenever the file is written or replaced, also behind a symbolic link. */
function stampOf(path: string): string {
  const { mtimeMs, ctimeMs, size, ino } = statSync(path);
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}
