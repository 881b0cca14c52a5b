import {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidLabelValue,
  maskTrailingDash,
} from '@kubescript/apimachinery';
import { CelOptional, define, type Library, member, overload, parseTimestamp, types } from '@kubescript/cel';
import { GoUrlError, parseRequestUrl } from './go-url.ts';
import { OpaqueValue } from './opaque-value.ts';

const formatType = types.object('kubernetes.NamedFormat');

/** A check of text; returns what is wrong with it. */
type Check = (text: string) => readonly string[];

class NamedFormat extends OpaqueValue {
  override readonly type = formatType;
  readonly name: string;
  readonly check: Check;

  constructor(name: string, check: Check) {
    super();
    this.name = name;
    this.check = check;
  }

  override toString(): string {
    return this.name;
  }
}

/** The check of a name's beginning, to which something will be appended. */
function prefix(check: Check): Check {
  return (text) => check(maskTrailingDash(text));
}

function matching(pattern: RegExp, message: string): Check {
  return (text) => (pattern.test(text) ? [] : [message]);
}

function checkUri(text: string): readonly string[] {
  try {
    parseRequestUrl(text);
    return [];
  } catch (error) {
    if (error instanceof GoUrlError) return [error.message];
    throw error;
  }
}

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function checkDate(text: string): readonly string[] {
  const valid = /^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined;
  return valid ? [] : ['invalid date'];
}

function checkDateTime(text: string): readonly string[] {
  return parseTimestamp(text.toUpperCase()) === undefined ? ['invalid datetime'] : [];
}

const formats: ReadonlyMap<string, NamedFormat> = new Map(
  (
    [
      ['dns1123Label', 'DNS1123Label', isDns1123Label],
      ['dns1123Subdomain', 'DNS1123Subdomain', isDns1123Subdomain],
      ['dns1035Label', 'DNS1035Label', isDns1035Label],
      ['qualifiedName', 'QualifiedName', isQualifiedName],
      ['dns1123LabelPrefix', 'DNS1123LabelPrefix', prefix(isDns1123Label)],
      ['dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', prefix(isDns1123Subdomain)],
      ['dns1035LabelPrefix', 'DNS1035LabelPrefix', prefix(isDns1035Label)],
      ['labelValue', 'LabelValue', isValidLabelValue],
      ['uri', 'URI', checkUri],
      ['uuid', 'uuid', matching(uuid, 'does not match the UUID format')],
      ['byte', 'byte', matching(base64, 'invalid base64')],
      ['date', 'date', checkDate],
      ['datetime', 'datetime', checkDateTime],
    ] as const
  ).map(([key, name, check]) => [key, new NamedFormat(name, check)] as const),
);

function named(name: string): CelOptional {
  const format = formats.get(name);
  return format === undefined ? CelOptional.none : new CelOptional(format);
}

function validate(format: NamedFormat, text: string): CelOptional {
  const problems = format.check(text);
  return problems.length === 0 ? CelOptional.none : new CelOptional(problems);
}

const { string } = types;

/**
 * Kubernetes' checks of names and of OpenAPI's formats.
 * @go k8s.io/apiserver/pkg/cel/library#Format
 */
export const formatLibrary: Library = {
  functions: [
    define('validate', member('format-validate', [formatType, string], types.optional(types.list(string)), validate)),
    define('format.named', overload('format-named', [string], types.optional(formatType), named)),
    ...[...formats].map(([key, format]) =>
      define(
        `format.${key}`,
        overload(`format.${key}`, [], formatType, () => format),
      ),
    ),
  ],
};
