import {
  FAILSAFE_SCHEMA,
  NOT_RESOLVED,
  type Schema,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  mergeTag,
} from 'js-yaml';

type Resolved<T> = T | typeof NOT_RESOLVED;

const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const digitsOfBase: readonly (readonly [prefix: string, RegExp])[] = [
  ['0x', /^0[xX]([0-9a-fA-F]+)$/],
  ['0b', /^0[bB]([01]+)$/],
  ['0o', /^0[oO]?([0-7]+)$/],
  ['', /^([1-9][0-9]*|0)$/],
];
const signsAndDigits = Array.from('+-0123456789');
/** What Go's ParseInt and ParseUint take; beyond it a whole number is one with fraction. */
const [minInteger, maxInteger] = [-(2n ** 63n), 2n ** 64n - 1n];

function resolveNull(source: string): Resolved<null> {
  return ['', '~', 'null', 'Null', 'NULL'].includes(source) ? null : NOT_RESOLVED;
}

const boolOf = new Map<string, boolean>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);

function resolveInt(source: string): Resolved<number> {
  const plain = source.replaceAll('_', '');
  const isNegative = plain.startsWith('-');
  const unsigned = /^[-+]/.test(plain) ? plain.slice(1) : plain;
  for (const [prefix, form] of digitsOfBase) {
    const digits = form.exec(unsigned)?.[1];
    if (digits === undefined) continue;
    // As many digits as a number cannot have are not worth a look.
    if (digits.length > 64) return NOT_RESOLVED;
    const size = BigInt(prefix + digits);
    const value = isNegative ? -size : size;
    return value < minInteger || value > maxInteger ? NOT_RESOLVED : Number(value);
  }
  return NOT_RESOLVED;
}

/** Numbers that YAML has and JSON has not. */
const infinite = /^[-+]?\.(inf|Inf|INF)$/;

function resolveFloat(source: string): Resolved<number> {
  if (infinite.test(source)) throw new Error(`json: unsupported value: ${source.startsWith('-') ? '-' : '+'}Inf`);
  if (['.nan', '.NaN', '.NAN'].includes(source)) throw new Error('json: unsupported value: NaN');
  const plain = source.replaceAll('_', '');
  return float.test(plain) ? Number(plain) : NOT_RESOLVED;
}

const noValue = (): boolean => false;

const anyMapping = {
  create: (): Record<string, unknown> => ({}),
  addPair: setMember,
  has: (map: Record<string, unknown>, key: unknown) => Object.hasOwn(map, String(key)),
  keys: (map: Record<string, unknown>) => Object.keys(map),
  get: (map: Record<string, unknown>, key: unknown) => map[String(key)],
  identify: noValue,
};
const anySequence = {
  create: (): unknown[] => [],
  addItem: (list: unknown[], item: unknown) => void list.push(item),
  identify: noValue,
};

/** Members are those of JSON: no name is special, and only scalars are names. Returns what is wrong. */
function setMember(map: Record<string, unknown>, key: unknown, value: unknown): string {
  if (typeof key === 'object' && key !== null) return 'invalid map key';
  const options = { value, enumerable: true, configurable: true, writable: true };
  if (key === '__proto__') Object.defineProperty(map, key, options);
  else map[String(key)] = value;
  return '';
}

/**
 * How plain scalars are read: as Go's yaml reads them into JSON, which is YAML 1.1 without times and numbers to the base
 * of 60. Tags that it does not know mean nothing.
 *
 * @go sigs.k8s.io/yaml/goyaml.v2#resolve
 */
export const goYamlSchema: Schema = FAILSAFE_SCHEMA.withTags(
  defineScalarTag('tag:yaml.org,2002:null', {
    implicit: true,
    implicitFirstChars: ['', '~', 'n', 'N'],
    resolve: resolveNull,
    identify: noValue,
  }),
  defineScalarTag('tag:yaml.org,2002:bool', {
    implicit: true,
    implicitFirstChars: Array.from('yYnNtTfFoO'),
    resolve: (source) => boolOf.get(source) ?? NOT_RESOLVED,
    identify: noValue,
  }),
  defineScalarTag('tag:yaml.org,2002:int', {
    implicit: true,
    implicitFirstChars: signsAndDigits,
    resolve: resolveInt,
    identify: noValue,
  }),
  defineScalarTag('tag:yaml.org,2002:float', {
    implicit: true,
    implicitFirstChars: ['.', ...signsAndDigits],
    resolve: resolveFloat,
    identify: noValue,
  }),
  defineScalarTag('tag:yaml.org,2002:binary', {
    resolve: (source) => Buffer.from(source, 'base64').toString(),
    identify: noValue,
  }),
  mergeTag,
  defineScalarTag('', { matchByTagPrefix: true, resolve: (source) => source, identify: noValue }),
  defineSequenceTag('', { matchByTagPrefix: true, ...anySequence }),
  defineMappingTag('', { matchByTagPrefix: true, ...anyMapping }),
  defineMappingTag('tag:yaml.org,2002:map', anyMapping),
);
