import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';

import type { Clock } from '@kubescript/apimachinery';

/** What of a log is wanted, and how. */
export interface LogOptions {
  readonly follow: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  /** Milliseconds; lines before it are left out. */
  readonly since: number | undefined;
  readonly limitBytes: number | undefined;
  readonly stream: 'All' | 'Stdout' | 'Stderr';
}

/** A log that is being written. */
export interface LogFollow {
  /** Whether the container may write more. */
  isRunning(): Promise<boolean>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const blockSize = 64 * 1024;
const pollMs = 150;

/**
 * Copies a container's log (in the CRI format: time, stream, tag, text) to a client.
 * @go kubernetes/pkg/kubelet/kuberuntime/logs#ReadLogs
 */
export async function readLog(path: string, options: LogOptions, output: Writable, follow: LogFollow): Promise<void> {
  let file = await open(path);
  try {
    const writer = new LineWriter(options, output);
    let position = options.tailLines === undefined ? 0 : await tailStart(file, options.tailLines);
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const running = options.follow && (await follow.isRunning());
      for (;;) {
        const buffer = Buffer.alloc(blockSize);
        const { bytesRead } = await file.read(buffer, 0, blockSize, position);
        if (bytesRead === 0) break;
        position += bytesRead;
        const lines = splitLines(Buffer.concat([rest, buffer.subarray(0, bytesRead)]));
        rest = lines.rest;
        for (const line of lines.complete) if (!(await writer.write(line))) return;
      }
      if (follow.signal.aborted || !running) return;
      const rotated = await wasRotated(path, file, position);
      if (rotated) {
        await file.close();
        file = await open(path);
        position = 0;
        rest = Buffer.alloc(0);
      } else await follow.clock.sleep(pollMs, follow.signal).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}

/** Offset of the line that is `count` lines before the end. */
async function tailStart(file: FileHandle, count: number): Promise<number> {
  const { size } = await file.stat();
  if (count === 0) return size;
  let newlines = 0;
  const buffer = Buffer.alloc(blockSize);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - blockSize);
    await file.read(buffer, 0, end - start, start);
    for (let i = end - start - 1; i >= 0; i--) {
      if (buffer[i] !== 10 || start + i === size - 1) continue;
      newlines++;
      if (newlines === count) return start + i + 1;
    }
    end = start;
  }
  return 0;
}

async function wasRotated(path: string, file: FileHandle, position: number): Promise<boolean> {
  const [current, own] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return current !== undefined && current.ino !== own.ino && position >= own.size;
}

function splitLines(data: Buffer): { readonly complete: readonly Buffer[]; readonly rest: Buffer } {
  const complete: Buffer[] = [];
  let start = 0;
  for (let end = data.indexOf(10, start); end >= 0; end = data.indexOf(10, start)) {
    complete.push(data.subarray(start, end));
    start = end + 1;
  }
  return { complete, rest: data.subarray(start) };
}

class LineWriter {
  private readonly options: LogOptions;
  private readonly output: Writable;
  private left: number;
  private continues = false;

  constructor(options: LogOptions, output: Writable) {
    this.options = options;
    this.output = output;
    this.left = options.limitBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Returns false when nothing more is wanted. */
  async write(line: Buffer): Promise<boolean> {
    const parsed = parseLine(line);
    if (parsed === undefined) return true;
    const { stream, since } = this.options;
    if (stream !== 'All' && stream.toLowerCase() !== parsed.stream) return true;
    if (since !== undefined && Date.parse(parsed.time) < since) return true;
    const prefix = this.options.timestamps && !this.continues ? Buffer.from(`${parsed.time} `) : Buffer.alloc(0);
    const end = parsed.partial ? Buffer.alloc(0) : Buffer.from('\n');
    this.continues = parsed.partial;
    const text = Buffer.concat([prefix, parsed.text, end]).subarray(0, this.left);
    this.left -= text.length;
    if (this.output.destroyed) return false;
    if (!this.output.write(text)) await roomIn(this.output);
    return this.left > 0 && !this.output.destroyed;
  }
}

function roomIn(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      output.off('drain', done);
      output.off('close', done);
      resolve();
    };
    output.on('drain', done);
    output.on('close', done);
  });
}

function parseLine(
  line: Buffer,
): { readonly time: string; readonly stream: string; readonly partial: boolean; readonly text: Buffer } | undefined {
  if (line[0] === 123) return parseDockerLine(line);
  const first = line.indexOf(32);
  const second = line.indexOf(32, first + 1);
  const third = line.indexOf(32, second + 1);
  if (first < 0 || second < 0) return undefined;
  const tagEnd = third < 0 ? line.length : third;
  return {
    time: line.toString('latin1', 0, first),
    stream: line.toString('latin1', first + 1, second),
    partial: line.toString('latin1', second + 1, tagEnd).split(':')[0] === 'P',
    text: third < 0 ? Buffer.alloc(0) : line.subarray(third + 1),
  };
}

/** A line of Docker's json-file driver, which the Docker shim links to. */
function parseDockerLine(line: Buffer): ReturnType<typeof parseLine> {
  try {
    const { log = '', stream = 'stdout', time = '' } = JSON.parse(line.toString()) as Partial<Record<string, string>>;
    const partial = !log.endsWith('\n');
    return { time, stream, partial, text: Buffer.from(partial ? log : log.slice(0, -1)) };
  } catch {
    return undefined;
  }
}
