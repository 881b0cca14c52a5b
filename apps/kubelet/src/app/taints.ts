import type { Taint } from '@kubescript/api/core/v1';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Reads a taint written as `key=value:effect` or `key:effect`; undefined if it is not one. */
export function parseTaint(text: string): Taint | undefined {
  const [, key, value, effect] = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(text) ?? [];
  if (key === undefined || effect === undefined || !effects.includes(effect)) return undefined;
  return { key, effect, ...(value === undefined || value === '' ? {} : { value }) };
}
