/** Markers that a type may carry. */
export const TYPE_MARKERS: ReadonlySet<string> = new Set(['gvk', 'resource', 'mapType', 'union', 'protobufInline']);

/** Markers that a field may carry. */
export const FIELD_MARKERS: ReadonlySet<string> = new Set([
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
