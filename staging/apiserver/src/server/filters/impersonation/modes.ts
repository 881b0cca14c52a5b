import type { UserInfo } from '../../../authentication/authenticator.ts';
import type { Authorizer, AuthorizerAttributes } from '../../../authorization/authorizer.ts';
import { checkAuthorization, checkIdentity } from './checks.ts';
import { nodeNameOfUser, serviceAccountGroupsOf, serviceAccountOfUser } from './user-names.ts';
import type { WantedUser } from './wanted-user.ts';

const NODE_NAME_KEY = 'authentication.kubernetes.io/node-name';
const NODE_KEYS = 'authentication.kubernetes.io/associated-node-keys';
const UNAUTHENTICATED = 'system:unauthenticated';
const AUTHENTICATED = 'system:authenticated';

/** One way to be allowed to act as somebody else. */
export interface ImpersonationMode {
  /** The verb behind `impersonate:`; '' for impersonation that is not constrained to certain requests. */
  readonly name: string;
  /** Whom the requestor becomes; undefined if the mode is not for such a user; throws Forbidden. */
  impersonate(wanted: WantedUser, attributes: AuthorizerAttributes): Promise<UserInfo | undefined>;
}

/**
 * All modes, the narrowest first: a service account that acts as the node that it runs on, any node, a service account,
 * any other user, and last the plain verb `impersonate`, which holds for all requests.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters/impersonation#allImpersonationModes
 */
export function allImpersonationModes(authorizer: Authorizer): readonly ImpersonationMode[] {
  const isNode = ({ name }: WantedUser): boolean => nodeNameOfUser(name) !== undefined;
  const isAccount = ({ name }: WantedUser): boolean => serviceAccountOfUser(name) !== undefined;
  return [
    associatedNodeMode(authorizer),
    constrainedMode(authorizer, 'arbitrary-node', (wanted) => hasOnlyName(wanted) && isNode(wanted)),
    constrainedMode(authorizer, 'serviceaccount', (wanted) => hasOnlyName(wanted) && isAccount(wanted)),
    constrainedMode(authorizer, 'user-info', (wanted) => !isNode(wanted) && !isAccount(wanted)),
    legacyMode(authorizer),
  ];
}

/** Needs the right to send such a request in that mode (`impersonate-on:`), then the right to every part of the identity. */
function constrainedMode(
  authorizer: Authorizer,
  name: string,
  suits: (wanted: WantedUser, requestor: UserInfo) => boolean,
): ImpersonationMode {
  return {
    name,
    async impersonate(wanted, attributes) {
      if (!suits(wanted, attributes.user)) return undefined;
      const requestor = attributes.user;
      await checkAuthorization(authorizer, { ...attributes, verb: `impersonate-on:${name}:${attributes.verb}` });
      await checkIdentity(wanted, { authorizer, requestor, verb: `impersonate:${name}`, isConstrained: true });
      return identityOf(wanted, true);
    },
  };
}

/** The answer is to be the same for all nodes of a node agent, so that the node and what tells of it is left out. */
function associatedNodeMode(authorizer: Authorizer): ImpersonationMode {
  const name = 'associated-node';
  const blind: Authorizer = {
    authorize: (attributes) => {
      const { user, verb } = attributes;
      const keys = Object.keys(user.extra ?? {}).sort();
      const anyNode = verb === `impersonate:${name}` ? { name: '*' } : {};
      return authorizer.authorize({ ...attributes, ...anyNode, user: { ...user, extra: { [NODE_KEYS]: keys } } });
    },
  };
  return constrainedMode(blind, name, (wanted, requestor) => {
    const node = nodeNameOfUser(wanted.name);
    const own = requestor.extra?.[NODE_NAME_KEY] ?? [];
    if (node === undefined || !hasOnlyName(wanted) || serviceAccountOfUser(requestor.name) === undefined) return false;
    return own.length === 1 && own[0] === node;
  });
}

function legacyMode(authorizer: Authorizer): ImpersonationMode {
  return {
    name: '',
    async impersonate(wanted, { user: requestor }) {
      await checkIdentity(wanted, { authorizer, requestor, verb: 'impersonate', isConstrained: false });
      return identityOf(wanted, false);
    },
  };
}

function hasOnlyName({ uid, groups, extra }: WantedUser): boolean {
  return uid === '' && groups.length === 0 && Object.keys(extra).length === 0;
}

/** With the groups that come with the name, and the one of all who are known, or of all who are not. */
function identityOf(wanted: WantedUser, isConstrained: boolean): UserInfo {
  const groups = [...groupsOf(wanted, isConstrained)];
  const added =
    wanted.name === 'system:anonymous' ? UNAUTHENTICATED : groups.includes(UNAUTHENTICATED) ? '' : AUTHENTICATED;
  if (added !== '' && !groups.includes(added)) groups.push(added);
  return { name: wanted.name, groups, extra: wanted.extra, ...(wanted.uid === '' ? {} : { uid: wanted.uid }) };
}

function groupsOf({ name, groups }: WantedUser, isConstrained: boolean): readonly string[] {
  if (isConstrained && nodeNameOfUser(name) !== undefined) return ['system:nodes'];
  const account = serviceAccountOfUser(name);
  return account !== undefined && groups.length === 0 ? serviceAccountGroupsOf(account.namespace) : groups;
}
