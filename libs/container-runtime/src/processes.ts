import { realClock } from '@kubescript/apimachinery';

/** Ends a process: SIGTERM, and SIGKILL where that did not help within five seconds. */
export async function endProcess(pid: number): Promise<void> {
  for (const [signal, polls] of [
    ['SIGTERM', 500],
    ['SIGKILL', 100],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    for (let i = 0; i < polls; i++) {
      if (!isAlive(pid)) return;
      await realClock.sleep(10);
    }
  }
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  return sendSignal(pid, 0);
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
