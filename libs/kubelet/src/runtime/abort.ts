/** Whether a signal has been aborted by now: a call, because the compiler takes what it saw before an await for granted. */
export function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
