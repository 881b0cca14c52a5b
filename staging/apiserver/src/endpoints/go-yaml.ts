import { stringify } from 'yaml';

/** YAML as the reference writes it: keys sorted, lists not indented, strings quoted only where they must be. */
export function goYaml(value: unknown): string {
  return stringify(sortKeys(value), {
    indentSeq: false,
    lineWidth: 80,
    minContentWidth: 0,
    aliasDuplicateObjects: false,
    version: '1.1',
    singleQuote: null,
    defaultStringType: 'PLAIN',
    doubleQuotedMinMultiLineLength: 1 << 20,
  });
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sortKeys(member)]),
  );
}
