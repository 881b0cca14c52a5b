import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type { Clock } from '@kubescript/apimachinery';

import type { LineWriter } from './log-backend.ts';

/** When a log file is put aside, and which old ones are kept. */
export interface RotationOptions {
  readonly path: string;
  /** Megabytes after which the file is put aside; 0 is 100. */
  readonly maxSize: number;
  /** Days after which old files go; 0 keeps them. */
  readonly maxAge: number;
  /** How many old files are kept; 0 keeps all. */
  readonly maxBackups: number;
  readonly compress: boolean;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const megabyte = 1024 * 1024;
const defaultMaxSize = 100;
const day = 24 * 60 * 60 * 1000;
const compressed = '.gz';

/**
 * A log file that is put aside under its time (`audit-2006-01-02T15-04-05.000.log`) when it gets too large. Every write
 * is with the system before it returns.
 *
 * @go gopkg.in/natefinch/lumberjack.v2#Logger
 */
export class RotatingFile implements LineWriter {
  readonly #options: RotationOptions;
  #file: number | undefined;
  #size = 0;
  #cleaning: Promise<void> = Promise.resolve();

  constructor(options: RotationOptions) {
    this.#options = options;
    this.#open();
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    const limit = (this.#options.maxSize || defaultMaxSize) * megabyte;
    if (this.#size > 0 && this.#size + bytes.length > limit) this.#rotate();
    const file = this.#file ?? this.#open();
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    this.#size += bytes.length;
  }

  /** Resolves when old files have been compressed and removed. */
  settled(): Promise<void> {
    return this.#cleaning;
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): number {
    mkdirSync(dirname(this.#options.path), { recursive: true, mode: 0o755 });
    const file = openSync(this.#options.path, 'a', 0o600);
    this.#size = fstatSync(file).size;
    this.#file = file;
    return file;
  }

  #rotate(): void {
    this[Symbol.dispose]();
    renameSync(this.#options.path, backupPath(this.#options.path, this.#options.clock.now()));
    this.#open();
    this.#cleaning = this.#cleaning.then(() => this.#clean()).catch(this.#options.onError);
  }

  /** Removes what is too old or too much, and compresses the rest. */
  async #clean(): Promise<void> {
    const { maxAge, maxBackups, compress, clock } = this.#options;
    const { drop, keep } = sortBackups(backupsOf(this.#options.path), { maxAge, maxBackups, now: clock.now() });
    for (const path of drop) rmSync(path, { force: true });
    if (!compress) return;
    for (const path of keep.filter((name) => !name.endsWith(compressed))) {
      await pipeline(createReadStream(path), createGzip(), createWriteStream(path + compressed, { mode: 0o600 }));
      rmSync(path, { force: true });
    }
  }
}

function backupPath(path: string, now: number): string {
  const extension = extname(path);
  const time = new Date(now).toISOString().slice(0, 23).replaceAll(':', '-');
  return join(dirname(path), `${basename(path, extension)}-${time}${extension}`);
}

interface Backup {
  readonly path: string;
  readonly time: number;
}

/** The files that were put aside, newest first. */
function backupsOf(path: string): readonly Backup[] {
  const directory = dirname(path);
  const extension = extname(path);
  const prefix = `${basename(path, extension)}-`;
  return readdirSync(directory)
    .flatMap((name) => {
      const plain = name.endsWith(compressed) ? name.slice(0, -compressed.length) : name;
      if (!plain.startsWith(prefix) || !plain.endsWith(extension)) return [];
      const stamp = plain.slice(prefix.length, plain.length - extension.length);
      const time = Date.parse(`${stamp.slice(0, 11)}${stamp.slice(11).replaceAll('-', ':')}Z`);
      return Number.isNaN(time) ? [] : [{ path: join(directory, name), time }];
    })
    .sort((a, b) => b.time - a.time);
}

/** Which old files go and which stay. */
export function sortBackups(
  newestFirst: readonly Backup[],
  limits: { readonly maxAge: number; readonly maxBackups: number; readonly now: number },
): { readonly drop: readonly string[]; readonly keep: readonly string[] } {
  const cutoff = limits.maxAge > 0 ? limits.now - limits.maxAge * day : -Infinity;
  const isDropped = ({ time }: Backup, index: number): boolean =>
    (limits.maxBackups > 0 && index >= limits.maxBackups) || time < cutoff;
  return {
    drop: newestFirst.filter(isDropped).map(({ path }) => path),
    keep: newestFirst.filter((backup, index) => !isDropped(backup, index)).map(({ path }) => path),
  };
}
