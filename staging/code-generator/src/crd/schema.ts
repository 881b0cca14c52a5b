import type { ApiField, ApiPackage, ApiType, Marker, TypeExpr } from '../model.ts';
import { SCHEMA_KEYWORDS } from '../markers.ts';
import { parseOptions } from './options.ts';

/** A structural schema, as a CustomResourceDefinition holds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const preserved = { 'x-kubernetes-preserve-unknown-fields': true };
const intOrString = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };
const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** Types that are not declared as interfaces, and metadata, which the server knows by itself. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  Bytes: { type: 'string', format: 'byte' },
  Time: { type: 'string', format: 'date-time' },
  MicroTime: { type: 'string', format: 'date-time' },
  Quantity: { ...intOrString, pattern: quantityPattern },
  IntOrString: intOrString,
  RawExtension: { type: 'object', ...preserved },
  ObjectMeta: { type: 'object' },
};

/** The schema of a type of the package; throws an Error that names what has no structural schema. */
export function schemaOfType(api: ApiPackage, type: ApiType, within: readonly ApiType[] = []): JsonSchema {
  const where = `${api.path}: ${type.name}`;
  if (within.includes(type)) throw new Error(`${where}: a structural schema cannot refer to itself`);
  return { ...described(type.description), ...shapeOf(api, type, within), ...keywords(type.markers, where) };
}

function shapeOf(api: ApiPackage, type: ApiType, within: readonly ApiType[]): JsonSchema {
  if (type.literals !== undefined) return { type: 'string', enum: type.literals };
  if (type.unstructured === true) return preserved;
  const fields = fieldsOf(api, type);
  const properties = fields.map((field) => [field.name, schemaOfField(api, type, field, [...within, type])] as const);
  const required = fields.filter(isRequired).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}

/** Own fields and those of the interfaces that it extends. */
function fieldsOf(api: ApiPackage, type: ApiType): readonly ApiField[] {
  const inherited = type.extends.flatMap((base) => {
    if (base.kind !== 'name') return [];
    return fieldsOf(api, findType(api, base, type.name));
  });
  return [...inherited, ...type.fields];
}

const isRequired = (field: ApiField): boolean =>
  field.present && !field.markers.some(({ name }) => name === 'optional' || name === 'default');

function schemaOfField(api: ApiPackage, owner: ApiType, field: ApiField, within: readonly ApiType[]): JsonSchema {
  const where = `${api.path}: ${owner.name}.${field.name}`;
  return {
    ...schemaOf(api, field.type, { where, within }),
    ...described(field.description),
    ...keywords(field.markers, where),
  };
}

interface Place {
  readonly where: string;
  readonly within: readonly ApiType[];
}

function schemaOf(api: ApiPackage, type: TypeExpr, place: Place): JsonSchema {
  switch (type.kind) {
    case 'list':
      return { type: 'array', items: schemaOf(api, type.items, place) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(api, type.values, place) };
    case 'name':
      return scalars[type.name] ?? schemaOfType(api, findType(api, type, place.where), place.within);
  }
}

function findType(api: ApiPackage, { name }: Extract<TypeExpr, { kind: 'name' }>, where: string): ApiType {
  const found = api.types.find((type) => type.name === name);
  if (found === undefined) throw new Error(`${where}: ${name} is not declared beside it`);
  return found;
}

const described = (description: string): JsonSchema => (description === '' ? {} : { description });

/** What markers say: keywords of OpenAPI, and the extensions of Kubernetes. */
function keywords(markers: readonly Marker[], where: string): JsonSchema {
  const said: Record<string, unknown> = {};
  const rules: JsonSchema[] = [];
  const mapKeys: string[] = [];
  for (const { name, text } of markers) {
    if (SCHEMA_KEYWORDS.includes(name)) said[name] = jsonValue(text, `${where}: @${name}`);
    else if (name === 'listType' || name === 'mapType') said[`x-kubernetes-${dashed(name)}`] = text;
    else if (name === 'listMapKey') mapKeys.push(text);
    else if (name === 'preserveUnknownFields') said['x-kubernetes-preserve-unknown-fields'] = true;
    else if (name === 'embeddedResource') said['x-kubernetes-embedded-resource'] = true;
    else if (name === 'validation') rules.push(ruleOf(text, where));
  }
  return {
    ...said,
    ...(mapKeys.length === 0 ? {} : { 'x-kubernetes-list-map-keys': mapKeys }),
    ...(rules.length === 0 ? {} : { 'x-kubernetes-validations': rules }),
  };
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const ruleOptions = ['rule', 'message', 'messageExpression', 'reason', 'fieldPath', 'optionalOldSelf'];

function ruleOf(text: string, where: string): JsonSchema {
  const options = parseOptions('validation', text, ruleOptions);
  if (!options.has('rule')) throw new Error(`${where}: @validation ${text}: no rule`);
  const rule = Object.fromEntries(options);
  const { optionalOldSelf } = rule;
  return optionalOldSelf === undefined ? rule : { ...rule, optionalOldSelf: optionalOldSelf === 'true' };
}

/** A marker's value is JSON; without text it is true, and a string need not be quoted. */
function jsonValue(text: string, where: string): unknown {
  if (text === '') return true;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (/^["[{]/.test(text)) throw new Error(`${where}: ${text} is no JSON`, { cause: error });
    return text;
  }
}
