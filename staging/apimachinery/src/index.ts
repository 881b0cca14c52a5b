export type * from './apis/meta/v1/types.ts';
export type { Info } from './version/types.ts';
export type * from './runtime/scalars.ts';
export * from './runtime/object.ts';
export * from './schema/group-version.ts';
export type { GroupResource } from './schema/group-version.ts';
export type * from './schema/type-schema.ts';
export type * from './validation/field-error.ts';
export type { WatchEvent } from './watch/watch-event.ts';
export * from './util/clock.ts';
export type * from './runtime/scheme.ts';
export { newTypeSchemas, type SchemaTable } from './schema/schema-table.ts';
export { tables as machineryTables } from './zz_generated/index.ts';
export { Backoff, type BackoffOptions } from './util/backoff.ts';
export { TaskGroup } from './util/task-group.ts';
export { until } from './util/until.ts';
export * from './api/errors/index.ts';
export * from './fields/field-selector.ts';
export * from './labels/selector.ts';
export { newRequirement, type Labels, type Operator, type Requirement } from './labels/requirement.ts';
export * from './util/go-format.ts';
export * from './util/ip.ts';
export * from './util/parse-error.ts';
export * from './validation/domains.ts';
export * from './validation/field-errors.ts';
export * from './validation/field-path.ts';
export * from './validation/ip.ts';
export * from './validation/messages.ts';
export * from './validation/names.ts';
export { validateWebhookClientConfig } from './validation/webhook-client-config.ts';
export * from './resource/quantity.ts';
export type { QuantityFormat } from './resource/quantity-syntax.ts';
export * from './util/duration.ts';
export * from './util/int-or-string.ts';
export { randomSuffix, safeEncodeString } from './util/random.ts';
export { formatMicroTime, formatTime, parseTime } from './util/time.ts';
export {
  newScheme,
  type Conversion,
  type ConversionPair,
  type Defaulter,
  type SchemeParts,
} from './runtime/new-scheme.ts';
export { newTypeDecoder, type DecodedStruct } from './runtime/decode/type-decoder.ts';
export { duplicateFields, strictProblems } from './runtime/decode/duplicate-fields.ts';
export { DecodeError } from './runtime/decode/context.ts';
export { deepCopy } from './json/deep-copy.ts';
export { jsonSyntaxProblem } from './json/json-syntax.ts';
export { goValueText, isJsonObject, jsonEqual, type JsonObject } from './json/json-value.ts';
export { applyJsonPatch, type JsonPatchOperation } from './patch/json-patch.ts';
export { applyMergePatch, createMergePatch, createThreeWayJsonMergePatch } from './patch/merge-patch.ts';
export { PatchError, PatchTestError } from './patch/patch-error.ts';
export { applyStrategicMergePatch } from './patch/strategic/apply.ts';
export { createThreeWayMergePatch, createTwoWayMergePatch } from './patch/strategic/create.ts';
export * from './managedfields/index.ts';
export {
  validateAnnotations,
  validateDeletionPropagation,
  validateLabelName,
  validateLabels,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type NameCheck,
  type ObjectMetaRules,
} from './api/validation/object-meta.ts';
export { validateLabelSelector } from './api/validation/label-selector.ts';
export { newProtobufCodec, type ObjectProtobufCodec } from './runtime/protobuf/codec.ts';
export { unstructuredProblem } from './runtime/decode/unstructured-problem.ts';
export { decodedForm } from './runtime/decoded-form.ts';
export { encodedForm } from './runtime/encoded-form.ts';
