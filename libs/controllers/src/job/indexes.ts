/** Reads completion indexes as a status writes them: `0,2-5`. Those from `limit` on are left out. */
export function parseIndexes(text: string | undefined, limit: number): Set<number> {
  const result = new Set<number>();
  for (const part of (text ?? '').split(',')) {
    const [first = '', last = first] = part.split('-');
    if (first === '') continue;
    for (let index = Number(first); index <= Number(last) && index < limit; index++) result.add(index);
  }
  return result;
}

/** Writes completion indexes: runs of three and more as `2-5`, of two as `2,3`. */
export function formatIndexes(indexes: Iterable<number>): string {
  const sorted = [...new Set(indexes)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    const [first, last] = [String(sorted[start]), String(sorted[end])];
    if (end === start) parts.push(first);
    else parts.push(end === start + 1 ? `${first},${last}` : `${first}-${last}`);
    start = end + 1;
  }
  return parts.join(',');
}
