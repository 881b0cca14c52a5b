import { scalarText } from './yaml-scalar.ts';

/** Columns by which what is below a member is indented. */
const step = 2;

/**
 * YAML as the reference writes it: keys sorted, lists not indented, strings quoted only where they must be, long lines
 * broken.
 *
 * @go sigs.k8s.io/yaml#JSONToYAML
 */
export function goYaml(value: unknown): string {
  return `${node(value, { indent: 0, column: 0 }).text}\n`;
}

/** Where a value begins: columns taken on its line, and columns before the lines of a value that needs several. */
interface Place {
  readonly indent: number;
  readonly column: number;
}

interface Written {
  readonly text: string;
  /** A map or list with something in it: begins on the next line after a key. */
  readonly isBlock: boolean;
}

function node(value: unknown, place: Place): Written {
  if (Array.isArray(value)) return list(value, place);
  if (typeof value === 'object' && value !== null) return map(value as Readonly<Record<string, unknown>>, place);
  return { text: scalar(value, place), isBlock: false };
}

function scalar(value: unknown, { indent, column }: Place): string {
  if (typeof value === 'string') return scalarText(value, { column, indent, isKey: false });
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'boolean' ? String(value) : 'null';
}

/** Large and small numbers in Go's shortest form: `1e+06`. */
function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return BigInt(value).toString();
  const exponent = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < 21) return String(value);
  return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
}

function list(items: readonly unknown[], { indent }: Place): Written {
  if (items.length === 0) return { text: '[]', isBlock: false };
  const inner = { indent: indent + step, column: indent + step };
  const lines = items.map((item) => `- ${node(item, inner).text}`);
  return { text: lines.join(`\n${' '.repeat(indent)}`), isBlock: true };
}

function map(value: Readonly<Record<string, unknown>>, { indent }: Place): Written {
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  if (keys.length === 0) return { text: '{}', isBlock: false };
  const lines = keys.sort(compareKeys).map((key) => member(key, value[key], indent));
  return { text: lines.join(`\n${' '.repeat(indent)}`), isBlock: true };
}

function member(key: string, value: unknown, indent: number): string {
  const name = `${scalarText(key, { column: indent, indent, isKey: true })}:`;
  // A list below a key is not indented, a map is; so are the further lines of a string.
  const below = Array.isArray(value) ? indent : indent + step;
  const { text, isBlock } = node(value, { indent: below, column: indent + name.length + 1 });
  return isBlock ? `${name}\n${' '.repeat(below)}${text}` : `${name} ${text}`;
}

const isLetter = (char: string): boolean => /^\p{L}$/u.test(char);
const isDigit = (char: string | undefined): boolean => char !== undefined && /^\p{Nd}$/u.test(char);

/**
 * Orders keys as people would: letters after everything else, numbers by their value.
 *
 * @go sigs.k8s.io/yaml/goyaml.v2#keyList
 */
export function compareKeys(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let at = 0; at < left.length && at < right.length; at++) {
    const [x = '', y = ''] = [left[at], right[at]];
    if (x === y) continue;
    if (isLetter(x) && isLetter(y)) return (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0);
    if (isLetter(x) || isLetter(y)) return isLetter(y) ? -1 : 1;
    return compareNumbers(left, right, at);
  }
  return left.length - right.length;
}

/** Compares from the first difference, which may be within numbers. */
function compareNumbers(left: readonly string[], right: readonly string[], at: number): number {
  let prefix = '';
  if (left[at] === '0' || right[at] === '0') {
    for (let back = at - 1; back >= 0 && isDigit(left[back]); back--) if (left[back] !== '0') prefix = '1';
  }
  const [x, y] = [digitsFrom(left, at), digitsFrom(right, at)];
  const [a, b] = [BigInt(`0${prefix}${x}`), BigInt(`0${prefix}${y}`)];
  if (a !== b) return a < b ? -1 : 1;
  if (x.length !== y.length) return x.length - y.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
}

function digitsFrom(chars: readonly string[], at: number): string {
  let end = at;
  while (isDigit(chars[end])) end++;
  return chars.slice(at, end).join('');
}
