/** An API time in milliseconds since the epoch; NaN if there is none. */
export function millisOf(time: string | undefined): number {
  return time === undefined ? Number.NaN : Date.parse(time);
}
