/** Markers that a type may carry. */
export const TYPE_MARKERS: ReadonlySet<string> = new Set([
  'gvk',
  'resource',
  'mapType',
  'union',
  'protobufInline',
  'scalar',
]);

/** Markers that a field may carry. */
export const FIELD_MARKERS: ReadonlySet<string> = new Set([
  'default',
  'embedded',
  'listMapKey',
  'listType',
  'mapType',
  'optional',
  'patchMergeKey',
  'patchStrategy',
  'protobuf',
]);
