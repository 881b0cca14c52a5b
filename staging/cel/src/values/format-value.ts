import { CelType } from '../types/cel-type.ts';
import { formatDuration } from './duration.ts';
import { formatTimestamp } from './timestamp.ts';
import { formatDouble } from './double.ts';
import { CelDouble, CelDuration, CelTimestamp, CelUint, type Value } from './value.ts';

/** A value in a message: keys and indices as the reference prints them. */
export function formatValue(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelDouble) return formatDouble(value.value);
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatDuration(value);
  if (value instanceof CelType) return value.name;
  return JSON.stringify(value);
}
