import { parseDuration } from '@kubescript/apimachinery';

/** Checks a string against one format. */
type FormatCheck = (text: string) => boolean;

const hex = '[0-9a-f]';
const uuidLike = (version: string, variant: string): RegExp =>
  new RegExp(`^${hex}{8}-?${hex}{4}-?${version}-?${variant}-?${hex}{12}$`, 'i');
const uuid = uuidLike(`${hex}{4}`, `${hex}{4}`);
const uuid3 = uuidLike(`3${hex}{3}`, `${hex}{4}`);
const uuid4 = uuidLike(`4${hex}{3}`, `[89ab]${hex}{3}`);
const uuid5 = uuidLike(`5${hex}{3}`, `[89ab]${hex}{3}`);
const hostname =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;
const creditCard =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|(222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11}|6[27][0-9]{14})$/;
const rgbColor =
  /^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)?$/;

/** By their names without dashes. @go k8s.io/kube-openapi/pkg/validation/strfmt#Default */
const checks: Readonly<Record<string, FormatCheck>> = {
  bsonobjectid: (text) => /^[0-9a-fA-F]{24}$/.test(text),
  uri: isUri,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  cidr: isCidr,
  mac: isMac,
  uuid: (text) => uuid.test(text),
  uuid3: (text) => uuid3.test(text),
  uuid4: (text) => uuid4.test(text),
  uuid5: (text) => uuid5.test(text),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: (text) => creditCard.test(text.replace(/[^0-9]+/g, '')) && passesLuhn(text.replace(/[^0-9]+/g, '')),
  ssn: (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  rgbcolor: (text) => rgbColor.test(text),
  byte: (text) => base64.test(text),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
  k8sshortname: (text) => /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text),
  k8slongname: (text) =>
    text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text),
};

/** The check of a format; undefined for formats that say nothing here. */
export function formatCheck(format: string): FormatCheck | undefined {
  const name = format.replaceAll('-', '');
  return Object.hasOwn(checks, name) ? checks[name] : undefined;
}

/** The formats of numbers: the ranges that they must be in. */
const numericFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/**
 * Whether values of a type are checked by a format.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/validation#GetUnrecognizedFormats
 */
export function isCheckedFormat(type: string, format: string): boolean {
  if (type === 'string') return formatCheck(format) !== undefined;
  return numericFormats[type]?.includes(format) === true;
}

/** As Go's url.ParseRequestURI: absolute, or a rooted path. */
function isUri(text: string): boolean {
  if (text === '' || /[\u0000-\u0020\u007f]/.test(text)) return false;
  if (text.startsWith('/')) return !/%(?![0-9A-Fa-f]{2})/.test(text);
  const match = /^([a-zA-Z][a-zA-Z0-9+.-]*):(.+)$/s.exec(text);
  if (!match || /%(?![0-9A-Fa-f]{2})/.test(text)) return false;
  return !(match[2] ?? '').startsWith('//') || URL.canParse(text) || /^[a-zA-Z][\w+.-]*:\/\/[^/]*/.test(text);
}

function isEmail(text: string): boolean {
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;
  return /^(?:[^\s@<>()[\]\\,;:"]+|"(?:[^"\\]|\\.)*")@(?:[^\s@<>()[\]\\,;:"]+|\[[^\]]*\])$/.test(address.trim());
}

function isHostname(text: string): boolean {
  if (text.length > 255 || !hostname.test(text)) return false;
  return text.split('.').every((label) => label.length <= 63);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  return text.includes(':') && !text.includes('%') && URL.canParse(`http://[${text}]/`);
}

function isCidr(text: string): boolean {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return false;
  const [address, length] = [text.slice(0, slash), text.slice(slash + 1)];
  if (!/^(0|[1-9]\d{0,2})$/.test(length)) return false;
  if (isIpv4(address)) return Number(length) <= 32;
  return isIpv6(address) && Number(length) <= 128;
}

function isMac(text: string): boolean {
  const groups = (separator: string, digits: number, counts: readonly number[]): boolean =>
    counts.some((count) =>
      new RegExp(
        `^[0-9a-fA-F]{${String(digits)}}(?:${separator}[0-9a-fA-F]{${String(digits)}}){${String(count - 1)}}$`,
      ).test(text),
    );
  return groups(':', 2, [6, 8, 20]) || groups('-', 2, [6, 8, 20]) || groups('\\.', 4, [3, 4, 10]);
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  const sum = Array.from(digits).reduce((total, digit, i) => total + (i + 1) * (digit === 'X' ? 10 : Number(digit)), 0);
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  const sum = Array.from(digits.slice(0, 12)).reduce(
    (total, digit, i) => total + (i % 2 === 0 ? 1 : 3) * Number(digit),
    0,
  );
  return Number(digits[12]) === (10 - (sum % 10)) % 10;
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, char, i) => {
      const digit = Number(char) * (i % 2 === 1 ? 2 : 1);
      return total + (digit > 9 ? digit - 9 : digit);
    }, 0);
  return sum % 10 === 0;
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isDateTime(text: string): boolean {
  const match = dateTime.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  return isDay(year, month, day) && hour <= 23 && minute <= 59 && second <= 59;
}

/** Go's durations, and numbers of units up to weeks: `3 days`. @go strfmt#ParseDuration */
function isDuration(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch {
    return durationUnits.test(text);
  }
}

const durationUnits =
  /^\s*(?:\d+(?:\.\d*)?\s*(?:ns|nanosecs?|nanoseconds?|nanos?|[\u00b5u]s|microsecs?|microseconds?|micros?|ms|millisecs?|milliseconds?|millis?|milli|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)\s*)+$/i;
