import { newBadRequest } from '@kubescript/apimachinery';

import { forbiddenError } from '../../endpoints/forbidden.ts';
import type { UserInfo } from '../../authentication/authenticator.ts';
import type { Authorizer, AuthorizerAttributes } from '../../authorization/authorizer.ts';
import type { Filter, ServerRequest } from '../http.ts';

const extraPrefix = 'impersonate-extra-';
const authenticationGroup = 'authentication.k8s.io';

interface Wanted {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * Acts as somebody else for a user who may impersonate every part of that identity, each checked on its own.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithImpersonation
 */
export const withImpersonation =
  (authorizer: Authorizer): Filter =>
  (next) =>
    async function answerAsImpersonated(request) {
      const wanted = wantedIdentity(request);
      if (wanted === undefined || !request.user) return next(request);
      for (const attributes of permissionsFor(wanted, request.user)) {
        const { decision, reason } = await authorizer.authorize(attributes);
        if (decision !== 'allow') throw forbiddenError(attributes, reason);
      }
      request.user = identityOf(wanted);
      request.audit?.logImpersonatedUser(request.user);
      return next(request);
    };

function wantedIdentity(request: ServerRequest): Wanted | undefined {
  const { headers } = request;
  const name = headers['impersonate-user'] ?? '';
  const uid = headers['impersonate-uid'] ?? '';
  const groups = listOf(headers['impersonate-group']);
  const extra: Record<string, readonly string[]> = {};
  for (const [header, value] of Object.entries(headers)) {
    if (header.startsWith(extraPrefix)) extra[decodeKey(header.slice(extraPrefix.length))] = listOf(value);
  }
  if (name !== '') return { name, uid, groups, extra };
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  throw newBadRequest(`requested ${describeIdentity(uid, groups, extra)} without impersonating a user name`);
}

const listOf = (value: string | undefined): string[] => (value === undefined || value === '' ? [] : value.split(', '));

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** The identity as the reference prints it. */
function describeIdentity(uid: string, groups: readonly string[], extra: Wanted['extra']): string {
  const list = (values: readonly string[]): string =>
    values.length === 0 ? '[]string(nil)' : `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
  const entries = Object.entries(extra).map(([key, values]) => `${JSON.stringify(key)}:${list(values)}`);
  const extras = entries.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`;
  return `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${list(groups)}, Extra:${extras}}`;
}

function* permissionsFor(wanted: Wanted, user: UserInfo): Iterable<AuthorizerAttributes> {
  const account = serviceAccountOf(wanted.name);
  if (account) yield impersonate(user, { resource: 'serviceaccounts', ...account });
  else yield impersonate(user, { resource: 'users', name: wanted.name });
  for (const group of wanted.groups) yield impersonate(user, { resource: 'groups', name: group });
  for (const [key, values] of Object.entries(wanted.extra)) {
    for (const value of values) {
      yield impersonate(user, { apiGroup: authenticationGroup, resource: 'userextras', subresource: key, name: value });
    }
  }
  if (wanted.uid !== '') yield impersonate(user, { apiGroup: authenticationGroup, resource: 'uids', name: wanted.uid });
}

function impersonate(
  user: UserInfo,
  what: Partial<AuthorizerAttributes> & Pick<AuthorizerAttributes, 'resource' | 'name'>,
): AuthorizerAttributes {
  const apiVersion = what.apiGroup === undefined ? '' : 'v1';
  return { ...noAttributes, user, apiVersion, ...what };
}

const noAttributes = {
  verb: 'impersonate',
  isResourceRequest: true,
  namespace: '',
  subresource: '',
  apiGroup: '',
  path: '',
};

function serviceAccountOf(name: string): { namespace: string; name: string } | undefined {
  const match = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  return match?.[1] !== undefined && match[2] !== undefined ? { namespace: match[1], name: match[2] } : undefined;
}

/** Service accounts get their groups, and everybody but anonymous system:authenticated, unless groups were named. */
function identityOf(wanted: Wanted): UserInfo {
  const groups = [...wanted.groups];
  const account = serviceAccountOf(wanted.name);
  if (account && groups.length === 0)
    groups.push('system:serviceaccounts', `system:serviceaccounts:${account.namespace}`);
  const anonymous = wanted.name === 'system:anonymous';
  const group = anonymous ? 'system:unauthenticated' : 'system:authenticated';
  if (!groups.includes('system:authenticated') && !groups.includes('system:unauthenticated')) groups.push(group);
  return { name: wanted.name, groups, extra: wanted.extra, ...(wanted.uid === '' ? {} : { uid: wanted.uid }) };
}
