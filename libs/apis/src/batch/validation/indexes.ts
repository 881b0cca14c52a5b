import { quote } from '@kubescript/apimachinery';

/** A run of indexes, first and last. */
type Interval = readonly [number, number];

/**
 * Reads a list of completion indexes (`1,3-5,7`) below `completions`: the number of indexes, or what is wrong in the
 * reference's words.
 *
 * @go batch/validation#validateIndexesFormat
 */
export function parseIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let total = 0;
  let last: number | undefined;
  for (const part of text.split(',')) {
    const interval = parseInterval(part, completions);
    if (typeof interval === 'string') return interval;
    const [low, high] = interval;
    if (last !== undefined && last >= low) return `non-increasing order, previous: ${last}, current: ${low}`;
    total += high - low + 1;
    last = high;
  }
  return total;
}

/**
 * The first index that two lists have in common; intervals that cannot be read are passed over.
 *
 * @go batch/validation#validateFailedIndexesNotOverlapCompleted
 */
export function overlap(completed: string, failed: string, completions: number): number | undefined {
  const [first, second] = [intervalsOf(completed, completions), intervalsOf(failed, completions)];
  let [one, other] = [0, 0];
  for (;;) {
    const [a, b] = [first[one], second[other]];
    if (a === undefined || b === undefined) return undefined;
    if (a[0] <= b[1] && b[0] <= a[1]) return Math.max(a[0], b[0]);
    if (a[0] <= b[0]) one++;
    else other++;
  }
}

function intervalsOf(text: string, completions: number): Interval[] {
  return text
    .split(',')
    .map((part) => parseInterval(part, completions))
    .filter((interval) => typeof interval !== 'string');
}

/** @go batch/validation#parseIndexInterval */
function parseInterval(text: string, completions: number): Interval | string {
  const limits = text.split('-');
  if (limits.length > 2) {
    const rule = "an index interval can have at most two parts separated by '-'";
    return `the fragment ${quote(text)} violates the requirement that ${rule}`;
  }
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^[+-]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${quote(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${quote(limit)}`;
    numbers.push(Number(limit));
  }
  const [low = 0, high] = numbers;
  if (high !== undefined && low >= high) return `non-increasing order, previous: ${low}, current: ${high}`;
  return [low, high ?? low];
}
