export { ApplyConflictError } from './apply-conflict.ts';
export { sameJson } from './compare.ts';
export { type FieldSet } from './field-set.ts';
export { mergeApplyConfiguration } from './merge-apply-configuration.ts';
export { lastAppliedAnnotation, lastAppliedText } from './last-applied.ts';
export { type JsonObject } from './shape.ts';
export { type Applied, type ApplyRequest, TypedConfigError, type VersionedState, applyConfig } from './track-apply.ts';
export { fieldSetOf, trackWrite, type TrackedWrite } from './track-update.ts';
