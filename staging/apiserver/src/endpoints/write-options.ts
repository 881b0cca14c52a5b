import {
  FieldPath,
  type FieldError,
  forbidden,
  invalid,
  newInvalid,
  notSupported,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import type { ServerRequest } from '../server/http.ts';
import type { FieldValidation } from './body.ts';
import { queryBoolean } from './query.ts';

/** The kinds of options that writes take. */
export type WriteOptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

/** What create, update and patch have in common. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Who writes: as stated, else the first word of the user agent. */
  readonly fieldManager: string;
  /** Only of apply. */
  readonly force: boolean;
  /** The options as an object, for admission. */
  readonly object: Readonly<Record<string, unknown>>;
}

const maxManagerLength = 128;
const validations: readonly string[] = ['', 'Ignore', 'Strict', 'Warn'];

/**
 * Reads and checks the options of a write from the query; 422 for what is wrong with them.
 *
 * @go k8s.io/apimachinery/pkg/apis/meta/v1/validation#ValidateCreateOptions
 */
export function writeOptions(request: ServerRequest, kind: WriteOptionsKind, apply = false): WriteOptions {
  const { query } = request;
  const dryRun = query.getAll('dryRun');
  const fieldManager = query.get('fieldManager') ?? '';
  const fieldValidation = query.get('fieldValidation') ?? '';
  const force = queryBoolean(query, 'force');
  const errors = [
    ...validateFieldManager(fieldManager, apply),
    ...(kind === 'PatchOptions' && !apply && force !== undefined
      ? [forbidden(new FieldPath('force'), 'may not be specified for non-apply patch')]
      : []),
    ...validateDryRun(dryRun),
    ...validateFieldValidation(fieldValidation),
  ];
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind }, '', errors);
  return {
    dryRun: dryRun.length > 0,
    fieldValidation: isFieldValidation(fieldValidation) ? fieldValidation : 'Warn',
    fieldManager: fieldManager === '' ? managerOf(request.headers['user-agent'] ?? '') : fieldManager,
    force: force ?? false,
    object: {
      kind,
      apiVersion: 'meta.k8s.io/v1',
      ...(dryRun.length > 0 ? { dryRun } : {}),
      ...(force === undefined ? {} : { force }),
      ...(fieldManager === '' ? {} : { fieldManager }),
      ...(fieldValidation === '' ? {} : { fieldValidation }),
    },
  };
}

/** Only `All` can be asked for. */
export function validateDryRun(dryRun: readonly string[]): FieldError[] {
  if (dryRun.every((value) => value === 'All')) return [];
  return [notSupported(new FieldPath('dryRun'), dryRun, ['All'])];
}

function validateFieldValidation(value: string): FieldError[] {
  return validations.includes(value) ? [] : [notSupported(new FieldPath('fieldValidation'), value, validations)];
}

function validateFieldManager(manager: string, apply: boolean): FieldError[] {
  const path = new FieldPath('fieldManager');
  if (apply && manager === '') return [required(path, 'is required for apply patch')];
  const errors: FieldError[] = [];
  if (manager.length > maxManagerLength) errors.push(tooLong(path, manager, maxManagerLength));
  const bad = Array.from(manager).findIndex((char) => !/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char));
  if (bad >= 0) errors.push(invalid(path, manager, 'should only contain printable characters'));
  return errors;
}

function isFieldValidation(value: string): value is FieldValidation {
  return value === 'Strict' || value === 'Warn' || value === 'Ignore';
}

/** The manager where none is stated: the user agent up to the first slash. @go managerOrUserAgent */
function managerOf(userAgent: string): string {
  const prefix = userAgent.split('/')[0] ?? '';
  return Array.from(prefix)
    .filter((char) => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char))
    .join('')
    .slice(0, maxManagerLength);
}
