import { CelError } from '@kubescript/cel';

/** A semantic version. */
export interface SemanticVersion {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
}

const partNames = ['Major', 'Minor', 'Patch'] as const;

/**
 * Reads a semantic version; throws a `CelError` in the words of the Go library.
 * @go github.com/blang/semver/v4#Parse
 */
export function parseSemver(text: string): SemanticVersion {
  if (text === '') throw new CelError('Version string empty');
  const parts = splitVersion(text);
  if (parts === undefined) throw new CelError('No Major.Minor.Patch elements found');
  const [major, minor, rest] = parts;
  const [beforeBuild = '', ...buildParts] = rest.split('+');
  const dash = beforeBuild.indexOf('-');
  const patch = dash < 0 ? beforeBuild : beforeBuild.slice(0, dash);
  const prerelease = dash < 0 ? [] : beforeBuild.slice(dash + 1).split('.');
  const build = buildParts.length === 0 ? [] : buildParts.join('+').split('.');
  const numbers = [numberOf(major, 0), numberOf(minor, 1), numberOf(patch, 2)] as const;
  prerelease.forEach(checkPrerelease);
  build.forEach(checkBuild);
  return { numbers, prerelease, build };
}

function splitVersion(text: string): readonly [string, string, string] | undefined {
  const [major, minor, ...rest] = text.split('.');
  return major === undefined || minor === undefined || rest.length === 0 ? undefined : [major, minor, rest.join('.')];
}

function numberOf(text: string, part: 0 | 1 | 2): number {
  const name = partNames[part];
  if (!/^\d+$/.test(text)) throw new CelError(`Invalid character(s) found in ${name.toLowerCase()} number "${text}"`);
  if (/^0\d/.test(text)) throw new CelError(`${name} number must not contain leading zeroes "${text}"`);
  return Number(text);
}

function checkPrerelease(identifier: string): void {
  if (identifier === '') throw new CelError('Prerelease is empty');
  if (/^0\d+$/.test(identifier)) {
    throw new CelError(`Numeric PreRelease version must not contain leading zeroes "${identifier}"`);
  }
  if (!/^[0-9A-Za-z-]+$/.test(identifier))
    throw new CelError(`Invalid character(s) found in prerelease "${identifier}"`);
}

function checkBuild(identifier: string): void {
  if (identifier === '') throw new CelError('Build meta data is empty');
  if (!/^[0-9A-Za-z-]+$/.test(identifier)) {
    throw new CelError(`Invalid character(s) found in build meta data "${identifier}"`);
  }
}

/** Removes a leading `v` and leading zeros and fills up missing numbers before reading a version. */
export function normalizeSemver(text: string): string {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])];
  const trimmed = parts.map((part) => (part.length > 1 ? part.replace(/^0+(?=\d)/, '').replace(/^0+$/, '0') : part));
  if (trimmed.length < 3 && /[+-]/.test(trimmed.at(-1) ?? '')) {
    throw new CelError('short version cannot contain PreRelease/Build meta data');
  }
  while (trimmed.length < 3) trimmed.push('0');
  return trimmed.join('.');
}

/** Orders versions by precedence: -1, 0 or 1. */
export function compareSemver(left: SemanticVersion, right: SemanticVersion): -1 | 0 | 1 {
  for (const part of [0, 1, 2] as const) {
    const order = Math.sign(left.numbers[part] - right.numbers[part]);
    if (order !== 0) return order as -1 | 1;
  }
  return comparePrerelease(left.prerelease, right.prerelease);
}

/** A version with a prerelease comes before the one without. */
function comparePrerelease(left: readonly string[], right: readonly string[]): -1 | 0 | 1 {
  if (left.length === 0 || right.length === 0) {
    return left.length === right.length ? 0 : left.length === 0 ? 1 : -1;
  }
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return left.length < right.length ? -1 : 0;
}

function compareIdentifiers(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  const numeric = /^\d+$/;
  if (numeric.test(left) && numeric.test(right)) return Number(left) < Number(right) ? -1 : 1;
  if (numeric.test(left) !== numeric.test(right)) return numeric.test(left) ? -1 : 1;
  return left < right ? -1 : 1;
}
