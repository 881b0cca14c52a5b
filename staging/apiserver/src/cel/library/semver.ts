import { CelError, define, type Library, member, overload, types, type Value } from '@kubescript/cel';
import { OpaqueValue } from './opaque-value.ts';
import { compareSemver, normalizeSemver, parseSemver, type SemanticVersion } from './semver-version.ts';

const semverType = types.object('kubernetes.Semver');

class Semver extends OpaqueValue {
  override readonly type = semverType;
  readonly version: SemanticVersion;

  constructor(version: SemanticVersion) {
    super();
    this.version = version;
  }

  override equals(other: Value): boolean {
    return other instanceof Semver && compareSemver(this.version, other.version) === 0;
  }

  override toString(): string {
    const { numbers, prerelease, build } = this.version;
    const suffix = (mark: string, parts: readonly string[]): string =>
      parts.length === 0 ? '' : mark + parts.join('.');
    return numbers.join('.') + suffix('-', prerelease) + suffix('+', build);
  }
}

function read(text: string, normalize = false): Semver {
  return new Semver(parseSemver(normalize ? normalizeSemver(text) : text));
}

function isSemver(text: string, normalize = false): boolean {
  try {
    read(text, normalize);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

const { bool, int, string } = types;
const both = [semverType, semverType];
const compare = (left: Semver, right: Semver): number => compareSemver(left.version, right.version);

/**
 * Semantic versions.
 * @go k8s.io/apiserver/pkg/cel/library#SemverLib
 */
export const semverLibrary: Library = {
  functions: [
    define(
      'semver',
      overload('string_to_semver', [string], semverType, read),
      overload('string_bool_to_semver', [string, bool], semverType, read),
    ),
    define(
      'isSemver',
      overload('is_semver_string', [string], bool, isSemver),
      overload('is_semver_string_bool', [string, bool], bool, isSemver),
    ),
    define(
      'isGreaterThan',
      member('semver_is_greater_than', both, bool, (a: Semver, b: Semver) => compare(a, b) === 1),
    ),
    define(
      'isLessThan',
      member('semver_is_less_than', both, bool, (a: Semver, b: Semver) => compare(a, b) === -1),
    ),
    define('compareTo', member('semver_compare_to', both, int, compare)),
    define(
      'major',
      member('semver_major', [semverType], int, ({ version }: Semver) => version.numbers[0]),
    ),
    define(
      'minor',
      member('semver_minor', [semverType], int, ({ version }: Semver) => version.numbers[1]),
    ),
    define(
      'patch',
      member('semver_patch', [semverType], int, ({ version }: Semver) => version.numbers[2]),
    ),
  ],
};
