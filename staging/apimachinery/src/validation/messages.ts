/** `must be no more than 63 characters` */
export function maxLengthMessage(length: number, unit: 'bytes' | 'characters' = 'characters'): string {
  return `must be no more than ${String(length)} ${unit}`;
}

/** `must be between 1 and 65535, inclusive` */
export function inclusiveRangeMessage(low: number, high: number): string {
  return `must be between ${String(low)} and ${String(high)}, inclusive`;
}

/** A rule with examples and the expression that checks it. */
export function regexMessage(rule: string, expression: string, ...examples: readonly string[]): string {
  const used = `regex used for validation is '${expression}'`;
  if (examples.length === 0) return `${rule} (${used})`;
  return `${rule} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}${used})`;
}

/** What a value that may not be empty is told. */
export const emptyMessage = 'must be non-empty';

/** What a negative number is told. */
export const negativeMessage = 'must be greater than or equal to 0';

/** What a change to a field that may not change is told. */
export const immutableMessage = 'field is immutable';
