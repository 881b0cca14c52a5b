import { open } from 'node:fs/promises';

import type { ContainerRecord, RuntimePod } from './records.ts';

const maxBytes = 4096;
const logBytes = 2048;
const logLines = 80;

/** Reads what dead containers left in their termination logs, once per container. */
export class TerminationMessages {
  private readonly byContainer = new Map<string, string>();

  /** The message of a container, once `load` has seen it dead. */
  get(containerId: string): string | undefined {
    return this.byContainer.get(containerId);
  }

  /** Reads the messages of the pod's dead containers that are not known yet. */
  async load(pod: RuntimePod): Promise<void> {
    for (const record of pod.containers) {
      if (record.state !== 'exited' || this.byContainer.has(record.id)) continue;
      this.byContainer.set(record.id, await readMessage(record));
    }
  }

  /** Forgets the containers of a pod. */
  forget(pod: RuntimePod): void {
    for (const { id } of pod.containers) this.byContainer.delete(id);
  }
}

async function readMessage(record: ContainerRecord): Promise<string> {
  const own = record.terminationLog === '' ? '' : await readTail(record.terminationLog, maxBytes, 'start');
  if (own !== '' || record.terminationPolicy !== 'FallbackToLogsOnError' || record.exitCode === 0) return own;
  const log = await readTail(record.logPath, 64 * 1024, 'end');
  const lines = log.split('\n').filter((line) => line !== '');
  const texts = lines.slice(-logLines).map((line) => line.replace(/^\S+ \S+ \S+ /, ''));
  return texts
    .map((text) => `${text}\n`)
    .join('')
    .slice(-logBytes);
}

async function readTail(path: string, bytes: number, from: 'start' | 'end'): Promise<string> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const buffer = Buffer.alloc(length);
    await file.read(buffer, 0, length, from === 'start' ? 0 : size - length);
    return buffer.toString();
  } catch {
    return '';
  }
}
