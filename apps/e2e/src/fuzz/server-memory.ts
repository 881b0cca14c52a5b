import { readFile } from 'node:fs/promises';

import type { ApiServerAddress } from '../framework/api-server.ts';
import { textOf } from './text-of.ts';

/** What a server holds, in MB. */
export interface ServerMemory {
  /** Resident, as the kernel counts it. */
  readonly resident: number;
  /** In V8's heap. */
  readonly heap: number;
}

/** What the server holds at this moment, garbage included. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** What the server holds after its garbage was collected. */
export async function memoryWithoutGarbage(pid: number, address: ApiServerAddress): Promise<ServerMemory> {
  await textOf(address, '/debug/pprof/heap?gc=1&seconds=0.01');
  const used = /^nodejs_heap_used_bytes (\S+)$/m.exec(await textOf(address, '/metrics'))?.[1];
  return { resident: await residentMegabytes(pid), heap: Math.round(Number(used) / 2 ** 20) };
}
