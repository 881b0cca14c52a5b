export * from './constructors.ts';
export * from './predicates.ts';
export { statusReasons, type StatusReason } from './reasons.ts';
export { failureStatus, findStatusError, StatusError, statusOf } from './status-error.ts';
