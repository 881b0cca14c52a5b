/** Markers that declarations may carry; any other fails the generation. */
export interface KnownMarkers {
  readonly type: ReadonlySet<string>;
  readonly field: ReadonlySet<string>;
}

/** Markers that a type may carry. */
const typeMarkers: ReadonlySet<string> = new Set(['gvk', 'resource', 'mapType', 'union', 'protobufInline']);

/** Markers that a field may carry. */
const fieldMarkers: ReadonlySet<string> = new Set([
  'default',
  'embedded',
  'emitted',
  'listMapKey',
  'listType',
  'mapType',
  'omitEmpty',
  'optional',
  'patchMergeKey',
  'patchStrategy',
  'pointer',
  'protobuf',
]);

/** Markers of the built-in API. */
export const API_MARKERS: KnownMarkers = { type: typeMarkers, field: fieldMarkers };

/** Keywords of OpenAPI that a marker states with a JSON value: `@minimum 0`, `@pattern "^a+$"`. */
export const SCHEMA_KEYWORDS: readonly string[] = [
  'default',
  'example',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'nullable',
  'pattern',
];

const structural = ['validation', 'preserveUnknownFields', 'listType', 'listMapKey', 'mapType'];

/** Markers of types that become CustomResourceDefinitions. */
export const CRD_MARKERS: KnownMarkers = {
  type: new Set([
    ...structural,
    ...SCHEMA_KEYWORDS,
    'annotation',
    'deprecated',
    'gvk',
    'printColumn',
    'resource',
    'scale',
    'selectableField',
    'storageVersion',
    'unserved',
  ]),
  field: new Set([...structural, ...SCHEMA_KEYWORDS, 'embeddedResource', 'optional']),
};
