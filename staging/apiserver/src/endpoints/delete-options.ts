import { type FieldError, FieldPath, invalid, newBadRequest, newInvalid, notSupported } from '@kubescript/apimachinery';

import type { ServerRequest } from '../server/http.ts';
import { type ParsedBody, parseBody } from './body.ts';
import { queryBoolean, queryInteger } from './query.ts';
import type { EndpointDeps } from './scope.ts';
import { validateDryRun } from './write-options.ts';

/** DeleteOptions as a request states them, in the body or else in the query. */
export interface DeleteOptions {
  readonly dryRun: readonly string[];
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

const policies = ['Foreground', 'Background', 'Orphan'];
const optionKinds = new Set(['', 'DeleteOptions']);

/** Reads and checks the options of a deletion; a body wins over the query. */
export async function deleteOptions(request: ServerRequest, deps: EndpointDeps): Promise<DeleteOptions> {
  const body = await bodyOptions(request, deps);
  const options = body ?? queryOptions(request.query);
  const errors = validateDeleteOptions(options);
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  return options;
}

async function bodyOptions(request: ServerRequest, deps: EndpointDeps): Promise<DeleteOptions | undefined> {
  if (request.decodedBody === undefined && (await request.body()).length === 0) return undefined;
  const { value }: ParsedBody = await parseBody(request, { findDuplicates: false, protobuf: deps.protobuf });
  const stated = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  if (!optionKinds.has(text(stated['kind']))) {
    throw newBadRequest(`decoded object cannot be converted to DeleteOptions: ${text(stated['kind'])}`);
  }
  return decodeOptions(stated);
}

/** The members of DeleteOptions; 400 for one of the wrong type, and others are passed over. */
function decodeOptions(stated: Readonly<Record<string, unknown>>): DeleteOptions {
  const { dryRun, gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions } = stated;
  const precondition = (preconditions ?? {}) as Readonly<Record<string, unknown>>;
  const wrong =
    (!isAbsent(gracePeriodSeconds) && !Number.isInteger(gracePeriodSeconds)) ||
    (!isAbsent(propagationPolicy) && typeof propagationPolicy !== 'string') ||
    (!isAbsent(orphanDependents) && typeof orphanDependents !== 'boolean') ||
    (!isAbsent(dryRun) && !Array.isArray(dryRun)) ||
    typeof precondition !== 'object';
  if (wrong) throw newBadRequest('json: cannot unmarshal a field of DeleteOptions into a Go value of its type');
  return {
    dryRun: (dryRun ?? []) as string[],
    ...(isAbsent(gracePeriodSeconds) ? {} : { gracePeriodSeconds: gracePeriodSeconds as number }),
    ...(isAbsent(propagationPolicy) ? {} : { propagationPolicy: propagationPolicy as 'Orphan' }),
    ...(isAbsent(orphanDependents) ? {} : { orphanDependents: orphanDependents }),
    ...(isAbsent(preconditions) ? {} : { preconditions: preconditionsOf(precondition) }),
  };
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

function preconditionsOf(stated: Readonly<Record<string, unknown>>): NonNullable<DeleteOptions['preconditions']> {
  const { uid, resourceVersion } = stated;
  return {
    ...(typeof uid === 'string' ? { uid } : {}),
    ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function queryOptions(query: URLSearchParams): DeleteOptions {
  const grace = queryInteger(query, 'gracePeriodSeconds');
  const orphan = queryBoolean(query, 'orphanDependents');
  const policy = query.get('propagationPolicy');
  return {
    dryRun: query.getAll('dryRun'),
    ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
    ...(orphan === undefined ? {} : { orphanDependents: orphan }),
    ...(policy === null || policy === '' ? {} : { propagationPolicy: policy as 'Orphan' }),
  };
}

/** @go k8s.io/apimachinery/pkg/apis/meta/v1/validation#ValidateDeleteOptions */
function validateDeleteOptions(options: DeleteOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { propagationPolicy, orphanDependents } = options;
  const path = new FieldPath('propagationPolicy');
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    errors.push(invalid(path, propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'));
  }
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    errors.push(notSupported(path, propagationPolicy, [...policies, 'nil']));
  }
  return [...errors, ...validateDryRun(options.dryRun)];
}

/** The propagation policy, also where it is stated in the old way. */
export function propagationOf(options: DeleteOptions): DeleteOptions['propagationPolicy'] {
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (options.orphanDependents === undefined) return undefined;
  return options.orphanDependents ? 'Orphan' : 'Background';
}
