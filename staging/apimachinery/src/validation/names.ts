/**
 * Checks of names, labels, ports and other short strings. Each returns the messages of the rules that the value
 * breaks, in upstream's words; an empty list means that the value is fine.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#IsDNS1123Label
 */
import { emptyMessage, inclusiveRangeMessage, maxLengthMessage, regexMessage } from './messages.ts';

const label1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const subdomain1123 = `${label1123}(\\.${label1123})*`;
const labelUnderscore = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const subdomainUnderscore = `${labelUnderscore}(\\.${labelUnderscore})*`;
const qualifiedName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const labelValue = `(${qualifiedName})?`;
const identifier = '[A-Za-z_][A-Za-z0-9_]*';
const envVarName = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const configMapKey = '[-._a-zA-Z0-9]+';
const headerName = '[-A-Za-z0-9]+';
const percent = '[0-9]+%';
const wildcardSubdomain = `\\*\\.${subdomain1123}`;

const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const subdomainUnderscoreRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
const wildcardRule =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
const label1035Rule =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
const qualifiedNameRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const labelValueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const identifierRule =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
const envVarRule =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
const relaxedEnvVarRule =
  "a valid environment variable name must consist only of printable ASCII characters other than '='";
const configMapKeyRule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
const headerRule = "a valid HTTP header must consist of alphanumeric characters or '-'";
const percentRule = "a valid percent string must be a numeric string followed by an ending '%'";

const whole = (expression: string): RegExp => new RegExp(`^${expression}$`);
const label1123Regex = whole(label1123);
const label1035Regex = whole(label1035);
const subdomainRegex = whole(subdomain1123);
const subdomainUnderscoreRegex = whole(subdomainUnderscore);
const wildcardRegex = whole(wildcardSubdomain);
const qualifiedNameRegex = whole(qualifiedName);
const labelValueRegex = whole(labelValue);
const identifierRegex = whole(identifier);
const envVarRegex = whole(envVarName);
const configMapKeyRegex = whole(configMapKey);
const headerRegex = whole(headerName);
const percentRegex = whole(percent);

/** Longest DNS label. */
export const dnsLabelMaxLength = 63;
/** Longest DNS subdomain. */
export const dnsSubdomainMaxLength = 253;

const utf8 = new TextEncoder();

/** Length in UTF-8 bytes, which is what upstream's limits count. */
export function byteLength(text: string): number {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return utf8.encode(text).length;
  return text.length;
}

/** A DNS label of RFC 1123: `my-name`. */
export function isDns1123Label(value: string): string[] {
  const problems = tooLongFor(value, dnsLabelMaxLength);
  if (label1123Regex.test(value)) return problems;
  if (subdomainRegex.test(value)) return [...problems, 'must not contain dots'];
  return [...problems, regexMessage(labelRule, label1123, 'my-name', '123-abc')];
}

/** A DNS subdomain of RFC 1123: `example.com`. */
export function isDns1123Subdomain(value: string): string[] {
  return subdomainProblems(value, 'characters');
}

function subdomainProblems(value: string, unit: 'bytes' | 'characters'): string[] {
  const problems = tooLongFor(value, dnsSubdomainMaxLength, unit);
  if (!subdomainRegex.test(value)) problems.push(regexMessage(subdomainRule, subdomain1123, 'example.com'));
  return problems;
}

/** As isDns1123Subdomain, with underscores inside labels. */
export function isDns1123SubdomainWithUnderscore(value: string): string[] {
  const problems = tooLongFor(value, dnsSubdomainMaxLength);
  if (!subdomainUnderscoreRegex.test(value)) {
    problems.push(regexMessage(subdomainUnderscoreRule, subdomainUnderscore, 'example.com'));
  }
  return problems;
}

/** A DNS label of RFC 1035, which starts with a letter. */
export function isDns1035Label(value: string): string[] {
  const problems = tooLongFor(value, dnsLabelMaxLength);
  if (!label1035Regex.test(value)) problems.push(regexMessage(label1035Rule, label1035, 'my-name', 'abc-123'));
  return problems;
}

/** A DNS subdomain that starts with `*.`. */
export function isWildcardDns1123Subdomain(value: string): string[] {
  const problems = tooLongFor(value, dnsSubdomainMaxLength);
  if (!wildcardRegex.test(value)) problems.push(regexMessage(wildcardRule, wildcardSubdomain, '*.example.com'));
  return problems;
}

/** A label or annotation key: a name of up to 63 characters after an optional `subdomain/`. */
export function isQualifiedName(value: string): string[] {
  // Most have no prefix and nothing wrong.
  return value.length <= 63 && qualifiedNameRegex.test(value) ? [] : qualifiedNameProblems(value);
}

function qualifiedNameProblems(value: string): string[] {
  const parts = value.split('/');
  const qualified = (): string => regexMessage(qualifiedNameRule, qualifiedName, 'MyName', 'my.name', '123-abc');
  if (parts.length > 2) {
    return [
      `a qualified name ${qualified()} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const problems: string[] = [];
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (prefix === '') problems.push(`prefix part ${emptyMessage}`);
  else if (prefix !== undefined)
    problems.push(...subdomainProblems(prefix, 'bytes').map((text) => `prefix part ${text}`));
  if (name === '') problems.push(`name part ${emptyMessage}`);
  else if (byteLength(name) > 63) problems.push(`name part ${maxLengthMessage(63, 'bytes')}`);
  if (!qualifiedNameRegex.test(name)) problems.push(`name part ${qualified()}`);
  return problems;
}

/** The value of a label; may be empty. */
export function isValidLabelValue(value: string): string[] {
  const problems = tooLongFor(value, 63, 'bytes');
  if (!labelValueRegex.test(value)) {
    problems.push(regexMessage(labelValueRule, labelValue, 'MyValue', 'my_value', '12345'));
  }
  return problems;
}

/** An identifier of C. */
export function isCIdentifier(value: string): string[] {
  return identifierRegex.test(value) ? [] : [regexMessage(identifierRule, identifier, 'my_name', 'MY_NAME', 'MyName')];
}

/** A port number. */
export function isValidPortNumber(port: number): string[] {
  return port >= 1 && port <= 65535 ? [] : [inclusiveRangeMessage(1, 65535)];
}

/** The name of a port: an IANA service name. */
export function isValidPortName(value: string): string[] {
  const problems = tooLongFor(value, 15);
  if (!/^[-a-z0-9]+$/.test(value)) {
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(value)) problems.push('must contain at least one letter (a-z)');
  if (value.includes('--')) problems.push('must not contain consecutive hyphens');
  if (value.startsWith('-') || value.endsWith('-')) problems.push('must not begin or end with a hyphen');
  return problems;
}

/** A user ID of Unix. */
export function isValidUserId(id: number): string[] {
  return id >= 0 && id <= 2147483647 ? [] : [inclusiveRangeMessage(0, 2147483647)];
}

/** A group ID of Unix. */
export function isValidGroupId(id: number): string[] {
  return isValidUserId(id);
}

/** The name of an environment variable, in the strict form. */
export function isEnvVarName(value: string): string[] {
  const problems = envVarRegex.test(value)
    ? []
    : [regexMessage(envVarRule, envVarName, 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1')];
  return [...problems, ...parentDirectoryProblems(value)];
}

/** The name of an environment variable: any printable ASCII but '='. */
export function isRelaxedEnvVarName(value: string): string[] {
  if (value === '') return [`environment variable name ${emptyMessage}`];
  return /^[ -<>-~]+$/.test(value) ? [] : [relaxedEnvVarRule];
}

/** A key of a ConfigMap or Secret. */
export function isConfigMapKey(value: string): string[] {
  const problems = tooLongFor(value, dnsSubdomainMaxLength);
  if (!configMapKeyRegex.test(value)) {
    problems.push(regexMessage(configMapKeyRule, configMapKey, 'key.name', 'KEY_NAME', 'key-name'));
  }
  return [...problems, ...parentDirectoryProblems(value)];
}

/** The name of an HTTP header. */
export function isHttpHeaderName(value: string): string[] {
  return headerRegex.test(value) ? [] : [regexMessage(headerRule, headerName, 'X-Header-Name')];
}

/** A percentage: `25%`. */
export function isValidPercent(value: string): string[] {
  return percentRegex.test(value) ? [] : [regexMessage(percentRule, percent, '1%', '93%')];
}

/** A name that can stand in a URL path, whatever else it has. */
export function isValidPathSegmentName(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return isValidPathSegmentPrefix(name);
}

/** As isValidPathSegmentName, for the beginning of a name. */
export function isValidPathSegmentPrefix(name: string): string[] {
  return ['/', '%'].filter((char) => name.includes(char)).map((char) => `may not contain '${char}'`);
}

/** With a trailing dash made to pass: prefixes (generateName) may end in one. */
export function maskTrailingDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix;
}

/** The problems of a name of which `check` is the rule; a generateName is checked as a prefix. */
export function checkName(check: (name: string) => string[], name: string, isPrefix: boolean): string[] {
  return check(isPrefix ? maskTrailingDash(name) : name);
}

/** Newer rules of upstream speak of bytes, older ones of characters; all count bytes. */
function tooLongFor(value: string, max: number, unit: 'bytes' | 'characters' = 'characters'): string[] {
  return byteLength(value) > max ? [maxLengthMessage(max, unit)] : [];
}

function parentDirectoryProblems(value: string): string[] {
  if (value === '.') return ["must not be '.'"];
  if (value === '..') return ["must not be '..'"];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}
