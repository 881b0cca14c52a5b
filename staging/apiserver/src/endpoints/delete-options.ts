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
  const decoded = deps.scheme.decode({ ...stated, kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' }, optionsKind);
  return { dryRun: [], ...(decoded.object as unknown as Partial<DeleteOptions>) };
}

const optionsKind = { group: 'meta.k8s.io', version: 'v1', kind: 'DeleteOptions' };
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
