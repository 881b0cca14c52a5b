import { newBadRequest } from '@kubescript/apimachinery';

import { clearHeaders, headerValue, headerValues, unescapeHeaderKey } from '../../header-values.ts';
import type { ServerRequest } from '../../http.ts';

const userHeader = 'impersonate-user';
const uidHeader = 'impersonate-uid';
const groupHeader = 'impersonate-group';
const extraPrefix = 'impersonate-extra-';

/** Whom a request wants to be taken for, as its headers say. */
export interface WantedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads the impersonation headers and removes them, so that nothing further in acts differently because of them.
 * undefined without any; throws BadRequest for a part of an identity without a user name.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters/impersonation#processImpersonationHeaders
 */
export function takeWantedUser(request: ServerRequest): WantedUser | undefined {
  if (!hasImpersonationHeader(request)) return undefined;
  const name = headerValue(request, userHeader);
  const uid = headerValue(request, uidHeader);
  const groups = headerValues(request, groupHeader);
  const extra = new Map<string, readonly string[]>();
  for (const header of Object.keys(request.headers)) {
    if (!header.startsWith(extraPrefix)) continue;
    const key = unescapeHeaderKey(header.slice(extraPrefix.length));
    extra.set(key, [...(extra.get(key) ?? []), ...headerValues(request, header)]);
  }
  if (name !== '') {
    clearHeaders(request, isImpersonationHeader);
    return { name, uid, groups, extra: Object.fromEntries(extra) };
  }
  if (uid === '' && groups.length === 0 && extra.size === 0) return undefined;
  throw newBadRequest(`requested ${goText(uid, groups, extra)} without impersonating a user name`);
}

function isImpersonationHeader(name: string): boolean {
  return name === userHeader || name === uidHeader || name === groupHeader || name.startsWith(extraPrefix);
}

/** Most requests have none, and pay for no more than this loop. */
function hasImpersonationHeader({ headers }: ServerRequest): boolean {
  for (const name in headers) if (name.startsWith('impersonate-') && isImpersonationHeader(name)) return true;
  return false;
}

/** The identity as the reference prints it. */
function goText(uid: string, groups: readonly string[], extra: ReadonlyMap<string, readonly string[]>): string {
  const list = (values: readonly string[]): string =>
    values.length === 0 ? '[]string(nil)' : `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
  const entries = [...extra].map(([key, values]) => `${JSON.stringify(key)}:${list(values)}`).sort();
  const extras = entries.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`;
  return `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${list(groups)}, Extra:${extras}}`;
}
