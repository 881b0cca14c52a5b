/**
 * Reads a list of completion indexes (`1,3-5,7`) below `completions`: the number of indexes, or what is wrong in the
 * reference's words. @go batch/validation#validateIndexesFormat
 */
export function parseIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let total = 0;
  let last: number | undefined;
  for (const interval of text.split(',')) {
    const limits = interval.split('-');
    if (limits.length > 2)
      return `the fragment "${interval}" violates the requirement that an index interval can have at most two parts separated by '-'`;
    const [first = '', second = first] = limits;
    for (const limit of [first, second]) {
      if (!/^\d+$/.test(limit)) return `cannot convert string to integer for index: "${limit}"`;
      if (Number(limit) >= completions) return `too large index: "${limit}"`;
    }
    const [low, high] = [Number(first), Number(second)];
    if (last !== undefined && low <= last) {
      return `non-increasing order, previous: ${last}, current: ${low}`;
    }
    if (limits.length > 1 && low >= high) return `non-increasing order, previous: ${low}, current: ${high}`;
    total += high - low + 1;
    last = high;
  }
  return total;
}
