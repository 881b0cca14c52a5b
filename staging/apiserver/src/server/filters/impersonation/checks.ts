import {
  aggregateMessages,
  domainPrefixedPath,
  FieldPath,
  formatFieldError,
  type StatusError,
} from '@kubescript/apimachinery';

import type { UserInfo } from '../../../authentication/authenticator.ts';
import type { Authorizer, AuthorizerAttributes } from '../../../authorization/authorizer.ts';
import { forbiddenError } from '../../../endpoints/forbidden.ts';
import { nodeNameOfUser, serviceAccountOfUser } from './user-names.ts';
import type { WantedUser } from './wanted-user.ts';

const AUTHENTICATION_GROUP = 'authentication.k8s.io';
const EXTRA_KEY = new FieldPath('extra').child('key');
/** From so many checks on, one for all of them is tried first. */
const MANY = 4;

/** Which verb is asked for, and under which rules. */
export interface CheckOptions {
  readonly authorizer: Authorizer;
  readonly requestor: UserInfo;
  /** `impersonate`, or `impersonate:MODE`. */
  readonly verb: string;
  /** With the stricter rules of constrained impersonation. */
  readonly isConstrained: boolean;
}

/**
 * Asks the authorizer for every part of the wanted identity, and throws Forbidden for the first that the requestor may
 * not take on.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters/impersonation#(*impersonationModeState).check
 */
export async function checkIdentity(wanted: WantedUser, options: CheckOptions): Promise<void> {
  await checkUserName(wanted.name, options);
  if (wanted.uid !== '') await check(options, { apiGroup: AUTHENTICATION_GROUP, resource: 'uids', name: wanted.uid });
  if (wanted.groups.length > 0) await checkGroups(wanted.groups, options);
  if (Object.keys(wanted.extra).length > 0) await checkExtra(wanted.extra, options);
}

type Asked = Partial<AuthorizerAttributes> & Pick<AuthorizerAttributes, 'resource' | 'name'>;

function checkUserName(name: string, options: CheckOptions): Promise<void> {
  const apiGroup = options.isConstrained ? AUTHENTICATION_GROUP : '';
  const account = serviceAccountOfUser(name);
  if (account !== undefined) return check(options, { apiGroup, resource: 'serviceaccounts', ...account });
  const node = options.isConstrained ? nodeNameOfUser(name) : undefined;
  return check(options, { apiGroup, ...(node === undefined ? { resource: 'users', name } : nodes(node)) });
}

const nodes = (name: string): Asked => ({ resource: 'nodes', name });

async function checkGroups(groups: readonly string[], options: CheckOptions): Promise<void> {
  const { isConstrained } = options;
  const asked = { apiGroup: isConstrained ? AUTHENTICATION_GROUP : '', resource: 'groups' };
  if (isConstrained && groups.includes('')) {
    throw refusal(options, { ...asked, name: '' }, 'impersonating the empty string group is not allowed');
  }
  if (isConstrained && groups.includes('system:masters')) {
    const text = 'impersonating the system:masters group is not allowed';
    throw refusal(options, { ...asked, name: 'system:masters' }, text);
  }
  if (isConstrained && groups.length >= MANY && (await isAllowed(options, { ...asked, name: '*' }))) return;
  for (const name of groups) await check(options, { ...asked, name });
}

async function checkExtra(extra: WantedUser['extra'], options: CheckOptions): Promise<void> {
  const asked = { apiGroup: AUTHENTICATION_GROUP, resource: 'userextras' };
  const entries = Object.entries(extra);
  if (options.isConstrained) {
    const problem = extraProblem(entries);
    if (problem !== undefined) throw refusal(options, { ...asked, name: '' }, problem);
    const isLarge = entries.length >= MANY || entries.flatMap(([, values]) => values).length >= MANY;
    if (isLarge && (await isAllowed(options, { ...asked, subresource: '*', name: '*' }))) return;
  }
  for (const [subresource, values] of entries) {
    for (const name of values) await check(options, { ...asked, subresource, name });
  }
}

/** What plain impersonation never minded. @go …/filters/impersonation#validateExtra */
function extraProblem(entries: readonly (readonly [string, readonly string[]])[]): string | undefined {
  for (const [key, values] of entries) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed';
    const breaches = domainPrefixedPath(key, EXTRA_KEY).map(formatFieldError);
    if (breaches.length > 0) {
      return `impersonating an invalid key in extra is not allowed: ${aggregateMessages(breaches)}`;
    }
    if (key !== key.toLowerCase()) {
      return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
    }
    if (values.length === 0) return 'impersonating empty values in extra is not allowed';
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed';
  }
  return undefined;
}

async function check(options: CheckOptions, asked: Asked): Promise<void> {
  await checkAuthorization(options.authorizer, attributesOf(options, asked));
}

async function isAllowed(options: CheckOptions, asked: Asked): Promise<boolean> {
  const { decision } = await options.authorizer.authorize(attributesOf(options, asked));
  return decision === 'allow';
}

function refusal(options: CheckOptions, asked: Asked, reason: string): StatusError {
  return forbiddenError(attributesOf(options, asked), reason);
}

function attributesOf({ requestor, verb }: CheckOptions, asked: Asked): AuthorizerAttributes {
  return {
    user: requestor,
    verb,
    isResourceRequest: true,
    namespace: '',
    subresource: '',
    apiGroup: '',
    apiVersion: 'v1',
    path: '',
    ...asked,
  };
}

/**
 * Throws Forbidden, with what the authorizer has to say, unless it allows.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters/impersonation#checkAuthorization
 */
export async function checkAuthorization(authorizer: Authorizer, attributes: AuthorizerAttributes): Promise<void> {
  const { decision, reason, error = '' } = await authorizer.authorize(attributes);
  if (decision === 'allow') return;
  throw forbiddenError(attributes, [error, reason].filter((text) => text !== '').join(': '));
}
