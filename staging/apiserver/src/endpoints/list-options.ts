import { type FieldError, FieldPath, forbidden, newInvalid, notSupported } from '@kubescript/apimachinery';

import type { ListQuery, WatchQuery } from '../registry/rest.ts';
import { queryBoolean, queryInteger } from './query.ts';

/** ListOptions as they stand in the query. */
export interface ListOptions extends ListQuery {
  readonly allowBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  readonly timeoutSeconds: number | undefined;
}

const matches: readonly string[] = ['Exact', 'NotOlderThan', ''];

/** Reads and checks the options of a list or watch; `name` is the one that the request info found to be asked for. */
export function listOptions(
  query: URLSearchParams,
  name: string,
  watch: false | { readonly mayStreamLists: boolean },
): ListOptions {
  const resourceVersion = query.get('resourceVersion') ?? '';
  const match = query.get('resourceVersionMatch') ?? '';
  const timeoutSeconds = queryInteger(query, 'timeoutSeconds');
  const stated = {
    resourceVersion,
    match,
    continue: query.get('continue') ?? '',
    sendInitialEvents: queryBoolean(query, 'sendInitialEvents'),
    // Less than nothing is no limit.
    limit: Math.max(0, queryInteger(query, 'limit') ?? 0),
    allowBookmarks: queryBoolean(query, 'allowWatchBookmarks') ?? false,
  };
  const errors = validateListOptions(stated, watch);
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
  return {
    resourceVersion,
    resourceVersionMatch: match as ListQuery['resourceVersionMatch'],
    limit: stated.limit,
    continue: stated.continue,
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    ...(name === '' ? {} : { name }),
    allowBookmarks: stated.allowBookmarks,
    sendInitialEvents: stated.sendInitialEvents,
    timeoutSeconds,
  };
}

/** The options of a watch without what only lists have. */
export function watchQuery(options: ListOptions): WatchQuery {
  const { limit: _limit, continue: _continue, timeoutSeconds: _timeout, ...query } = options;
  return query;
}

interface Stated {
  readonly resourceVersion: string;
  readonly match: string;
  readonly continue: string;
  readonly sendInitialEvents: boolean | undefined;
}

/** @go k8s.io/apimachinery/pkg/apis/meta/internalversion/validation#ValidateListOptions */
function validateListOptions(options: Stated, watch: false | { readonly mayStreamLists: boolean }): FieldError[] {
  return watch ? validateWatchOptions(options, watch.mayStreamLists) : validateMatch(options);
}

function validateMatch(options: Stated): FieldError[] {
  const path = new FieldPath('resourceVersionMatch');
  const errors: FieldError[] = [];
  if (options.match !== '') {
    if (options.resourceVersion === '') {
      errors.push(forbidden(path, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    }
    if (options.continue !== '')
      errors.push(forbidden(path, 'resourceVersionMatch is forbidden when continue is provided'));
    if (!matches.includes(options.match)) errors.push(notSupported(path, options.match, matches));
    if (options.match === 'Exact' && options.resourceVersion === '0') {
      errors.push(forbidden(path, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (options.sendInitialEvents !== undefined) {
    errors.push(forbidden(new FieldPath('sendInitialEvents'), 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function validateWatchOptions(options: Stated, mayStreamLists: boolean): FieldError[] {
  const path = new FieldPath('resourceVersionMatch');
  const errors: FieldError[] = [];
  if (options.sendInitialEvents !== undefined && !mayStreamLists) {
    const detail = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(forbidden(new FieldPath('sendInitialEvents'), detail));
  }
  if (options.sendInitialEvents !== undefined && options.match !== 'NotOlderThan') {
    errors.push(forbidden(path, `sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`));
  }
  if (options.match === '') return errors;
  if (options.sendInitialEvents === undefined) {
    errors.push(forbidden(path, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
  }
  if (options.match !== 'NotOlderThan') errors.push(notSupported(path, options.match, ['NotOlderThan']));
  if (options.continue !== '') {
    errors.push(forbidden(path, 'resourceVersionMatch is forbidden when continue is provided'));
  }
  return errors;
}
