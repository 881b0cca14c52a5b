import { type FieldError, FieldPath, forbidden, invalid, notSupported, required } from '@kubescript/apimachinery';

import {
  type StructuralSchema,
  additionalSchemaOf,
  isEmbeddedResource,
  isSchemaList,
  itemsOf,
  metaFields,
  propertyOf,
} from '../../schema/structural.ts';
import { isSetOfGranular, schemaTypes, type SpecOptions } from './options.ts';
import { type RuleContext, validateRules } from './rules.ts';

/** What is found in a schema and below it: rules are compiled only where the rest is right. */
export interface SchemaErrors {
  readonly schema: FieldError[];
  readonly cel: FieldError[];
}

/** Where in a schema we are, and what holds there. */
export interface SchemaPlace {
  readonly path: FieldPath;
  readonly options: Pick<SpecOptions, 'requireValidType' | 'requireAtomicSets' | 'requireKeyedLists'>;
  readonly isRoot: boolean;
  /** Why there may be no default here; undefined if there may. */
  readonly forbidsDefaults?: string;
  readonly insideMeta: boolean;
  /** The place above which old and new values cannot be told to belong together. */
  readonly uncorrelatable?: FieldPath;
  /** Undefined where rules are not compiled. */
  readonly rules?: RuleContext;
}

/**
 * Checks a schema by the rules for custom resources, structural or not.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinitionOpenAPISchema
 */
export function validateOpenApiSchema(schema: StructuralSchema, place: SchemaPlace): SchemaErrors {
  const errors: SchemaErrors = { schema: [], cel: [] };
  const add = (more: SchemaErrors): void => {
    errors.schema.push(...more.schema);
    errors.cel.push(...more.cel);
  };
  errors.schema.push(...validateStandard(schema, place));
  for (const child of childrenOf(schema, place)) add(validateOpenApiSchema(child.schema, child.place));
  errors.schema.push(...validateKubernetesMembers(schema, place));
  add(validateRules(schema, place, errors.schema.length > 0));
  return errors;
}

interface Child {
  readonly schema: StructuralSchema;
  readonly place: SchemaPlace;
}

function childrenOf(schema: StructuralSchema, place: SchemaPlace): Child[] {
  const { path } = place;
  const plain = { ...place, isRoot: false };
  const { rules: _rules, ...withoutRules } = plain;
  const listed = (schemas: readonly StructuralSchema[] | undefined, name: string): Child[] =>
    (schemas ?? []).map((one, index) => ({
      schema: one,
      place: { ...withoutRules, path: path.child(name).index(index) },
    }));
  const additional = additionalSchemaOf(schema);
  const meta = place.insideMeta ? { forbidsDefaults: 'inside additionalProperties applying to object metadata' } : {};
  return [
    ...(additional
      ? [
          {
            schema: additional,
            place: withRules({ ...plain, ...meta, path: path.child('additionalProperties') }, place, (rules) =>
              rules.values(additional),
            ),
          },
        ]
      : []),
    ...Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      schema: property,
      place: propertyPlace(name, property, schema, place),
    })),
    ...(schema.not ? [{ schema: schema.not, place: { ...withoutRules, path: path.child('not') } }] : []),
    ...listed(schema.allOf, 'allOf'),
    ...listed(schema.oneOf, 'oneOf'),
    ...listed(schema.anyOf, 'anyOf'),
    ...Object.entries(schema.definitions ?? {}).map(([name, one]) => ({
      schema: one,
      place: { ...withoutRules, path: path.child('definitions').key(name) },
    })),
    ...itemChildren(schema, place),
    ...Object.entries(schema.dependencies ?? {}).flatMap(([name, one]) =>
      Array.isArray(one)
        ? []
        : [{ schema: one as StructuralSchema, place: { ...withoutRules, path: path.child('dependencies').key(name) } }],
    ),
  ];
}

/** The place with the rules of a child of it. */
function withRules(place: SchemaPlace, parent: SchemaPlace, child: (rules: RuleContext) => RuleContext): SchemaPlace {
  return parent.rules ? { ...place, rules: child(parent.rules) } : place;
}

function propertyPlace(
  name: string,
  property: StructuralSchema,
  schema: StructuralSchema,
  place: SchemaPlace,
): SchemaPlace {
  const isMeta = (place.isRoot || isEmbeddedResource(schema)) && metaFields.has(name);
  const own: SchemaPlace = {
    ...place,
    isRoot: false,
    path: place.path.child('properties').key(name),
    insideMeta: place.insideMeta || isMeta,
    ...(isMeta && place.isRoot ? { forbidsDefaults: `in top-level ${name}` } : {}),
  };
  return withRules(own, place, (rules) => rules.property(property, name));
}

function itemChildren(schema: StructuralSchema, place: SchemaPlace): Child[] {
  const { items } = schema;
  if (items === undefined) return [];
  const isMap = schema['x-kubernetes-list-type'] === 'map';
  const own: SchemaPlace = {
    ...place,
    isRoot: false,
    path: place.path.child('items'),
    ...(isMap ? {} : { uncorrelatable: place.uncorrelatable ?? place.path }),
  };
  if (!isSchemaList(items)) return [{ schema: items, place: withRules(own, place, (rules) => rules.items(items)) }];
  return items.map((one, index) => ({
    schema: one,
    place: withRules({ ...own, path: own.path.index(index) }, place, (rules) => rules.items(one)),
  }));
}

/** What of OpenAPI may be used. @go (*specStandardValidatorV3).validate */
function validateStandard(schema: StructuralSchema, place: SchemaPlace): FieldError[] {
  const { path } = place;
  const { type = '' } = schema;
  const errors: FieldError[] = [];
  const refuse = (name: string, detail: string): void => void errors.push(forbidden(path.child(name), detail));
  if (place.options.requireValidType && type !== '' && !schemaTypes.has(type)) {
    errors.push(notSupported(path.child('type'), type, [...schemaTypes]));
  }
  if (schema.default !== undefined && place.forbidsDefaults !== undefined) {
    refuse('default', `must not be set ${place.forbidsDefaults}`);
  }
  const isFilled = (value: object | undefined): boolean => Object.keys(value ?? {}).length > 0;
  if ((schema.id ?? '') !== '') refuse('id', 'id is not supported');
  if (schema.additionalItems !== undefined) refuse('additionalItems', 'additionalItems is not supported');
  if (isFilled(schema.patternProperties)) refuse('patternProperties', 'patternProperties is not supported');
  if (isFilled(schema.definitions)) refuse('definitions', 'definitions is not supported');
  if (schema.dependencies !== undefined) refuse('dependencies', 'dependencies is not supported');
  if (schema.$ref !== undefined) refuse('$ref', '$ref is not supported');
  if (type === 'null') refuse('type', 'type cannot be set to null, use nullable as an alternative');
  if (isSchemaList(schema.items)) refuse('items', 'items must be a schema object and not an array');
  if (place.insideMeta && isEmbeddedResource(schema)) {
    refuse('x-kubernetes-embedded-resource', 'must not be used inside of resource meta');
  }
  if (schema.uniqueItems === true) {
    refuse('uniqueItems', 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic');
  }
  const { additionalProperties } = schema;
  const excludes = additionalProperties !== undefined && additionalProperties !== true && isFilled(schema.properties);
  if (excludes) refuse('additionalProperties', 'additionalProperties and properties are mutual exclusive');
  return errors;
}

function validateKubernetesMembers(schema: StructuralSchema, { path, options }: SchemaPlace): FieldError[] {
  const preserve = schema['x-kubernetes-preserve-unknown-fields'];
  return [
    ...(preserve === false
      ? [invalid(path.child('x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined')]
      : []),
    ...validateMapType(schema, path),
    ...validateListType(schema, path, options.requireAtomicSets),
    ...validateListMap(schema, path),
    ...(options.requireKeyedLists ? validateKeys(schema, path) : []),
  ];
}

function requireType(schema: StructuralSchema, type: string, path: FieldPath, because: string): FieldError[] {
  if (schema.type === type) return [];
  const detail = `must be ${type} if ${because} is specified`;
  const at = path.child('type');
  return [(schema.type ?? '') === '' ? required(at, detail) : invalid(at, schema.type, detail)];
}

function validateMapType(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const allowed = ['atomic', 'granular'];
  return [
    ...requireType(schema, 'object', path, 'x-kubernetes-map-type'),
    ...(allowed.includes(mapType) ? [] : [notSupported(path.child('x-kubernetes-map-type'), mapType, allowed)]),
  ];
}

function validateListType(schema: StructuralSchema, path: FieldPath, requireAtomicSets: boolean): FieldError[] {
  const listType = schema['x-kubernetes-list-type'];
  const at = path.child('x-kubernetes-list-type');
  const errors: FieldError[] = [];
  const items = itemsOf(schema);
  if (listType !== undefined) {
    const wrong = requireType(schema, 'array', path, 'x-kubernetes-list-type');
    errors.push(...wrong);
    if (wrong.length === 0 && requireAtomicSets && isSetOfGranular(schema) && items) {
      const member = items.type === 'array' ? 'x-kubernetes-list-type' : 'x-kubernetes-map-type';
      const value = items['x-kubernetes-list-type'] ?? null;
      const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
      errors.push(invalid(path.child('items').child(member), value, detail));
    }
    const allowed = ['atomic', 'set', 'map'];
    if (!allowed.includes(listType)) errors.push(notSupported(at, listType, allowed));
  }
  if ((schema['x-kubernetes-list-map-keys'] ?? []).length > 0 && listType !== 'map') {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(listType === undefined ? required(at, detail) : invalid(at, listType, detail));
  }
  return errors;
}

function validateListMap(schema: StructuralSchema, path: FieldPath): FieldError[] {
  if (schema['x-kubernetes-list-type'] !== 'map') return [];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const keysPath = path.child('x-kubernetes-list-map-keys');
  const { items } = schema;
  const at = path.child('items');
  const errors = keys.length === 0 ? [required(keysPath, 'must not be empty if x-kubernetes-list-type is map')] : [];
  if (items === undefined) return [...errors, required(at, 'must have a schema if x-kubernetes-list-type is map')];
  if (isSchemaList(items)) {
    return [...errors, invalid(at, items, 'must only have a single schema if x-kubernetes-list-type is map')];
  }
  if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, invalid(at.child('type'), items.type ?? '', detail)];
  }
  const seen = new Set<string>();
  for (const key of keys) {
    const property = propertyOf(items, key);
    if (!property) errors.push(invalid(keysPath, keys, 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalid(at.child('properties').key(key).child('type'), items.type, detail));
    }
    if (seen.has(key)) errors.push(invalid(keysPath, keys, 'must not contain duplicate entries'));
    seen.add(key);
  }
  return errors;
}

/** Whether elements of a list cannot be told apart by their keys. */
export function isInvalidKeyedList(schema: StructuralSchema): boolean {
  return validateKeys(schema, new FieldPath('')).length > 0;
}

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#validateMapListKeysMapSet */
function validateKeys(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  const listType = schema['x-kubernetes-list-type'];
  if (!items || (listType !== 'set' && listType !== 'map')) return [];
  const at = path.child('items');
  const errors =
    items.nullable === true
      ? [forbidden(at.child('nullable'), `cannot be nullable when x-kubernetes-list-type is ${listType}`)]
      : [];
  if (listType === 'set') return errors;
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = propertyOf(items, key);
    if (!property) continue;
    const place = at.child('properties').key(key);
    if (items.required?.includes(key) !== true && property.default === undefined) {
      const detail =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      errors.push(required(place.child('default'), detail));
    }
    if (property.nullable === true) {
      const detail = 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable';
      errors.push(forbidden(place.child('nullable'), detail));
    }
  }
  return errors;
}
