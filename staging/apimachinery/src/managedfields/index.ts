export { type FieldSet } from './field-set.ts';
export { fieldSetOf, trackWrite, type TrackedWrite } from './track-update.ts';
