import { isDns1123Label, isDns1123Subdomain } from '@kubescript/apimachinery';
import { CelError, CelObject, define, type Library, member, types, type Value } from '@kubescript/cel';
import type { UserInfo } from '../../authentication/authenticator.ts';
import type { AuthorizerAttributes, AuthorizerDecision } from '../../authorization/authorizer.ts';
import type { DecisionSource } from './decisions.ts';

const named = (name: string): ReturnType<typeof types.object> => types.object(`kubernetes.authorization.${name}`);

/** The type of the variable `authorizer`. */
export const authorizerType = named('Authorizer');
const pathCheckType = named('PathCheck');
const groupCheckType = named('GroupCheck');
/** The type of the variable `authorizer.requestResource`. */
export const resourceCheckType = named('ResourceCheck');
const decisionType = named('Decision');

/** A value that is equal only to itself. */
abstract class AuthorizationValue extends CelObject {
  override equals(other: Value): boolean {
    return other === this;
  }
}

/** Who asks, and who answers. */
interface Asking {
  readonly user: UserInfo;
  readonly decisions: DecisionSource;
}

/**
 * The value of the variable `authorizer`: asks what a user may do.
 * @go k8s.io/apiserver/pkg/cel/library#NewAuthorizerVal
 */
export class AuthorizerValue extends AuthorizationValue {
  override readonly type = authorizerType;
  readonly asking: Asking;

  constructor(asking: Asking) {
    super();
    this.asking = asking;
  }
}

class PathCheck extends AuthorizationValue {
  override readonly type = pathCheckType;
  readonly asking: Asking;
  readonly path: string;

  constructor(asking: Asking, path: string) {
    super();
    this.asking = asking;
    this.path = path;
  }
}

class GroupCheck extends AuthorizationValue {
  override readonly type = groupCheckType;
  readonly asking: Asking;
  readonly group: string;

  constructor(asking: Asking, group: string) {
    super();
    this.asking = asking;
    this.group = group;
  }
}

/** The resource that a check is about. */
export interface CheckedResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

/**
 * A question about a resource; the value of `authorizer.requestResource`.
 * @go k8s.io/apiserver/pkg/cel/library#NewResourceAuthorizerVal
 */
export class ResourceCheck extends AuthorizationValue {
  override readonly type = resourceCheckType;
  readonly asking: Asking;
  readonly about: CheckedResource;

  constructor(asking: Asking, about: CheckedResource) {
    super();
    this.asking = asking;
    this.about = about;
  }

  with(changes: Partial<CheckedResource>): ResourceCheck {
    return new ResourceCheck(this.asking, { ...this.about, ...changes });
  }
}

class Decision extends AuthorizationValue {
  override readonly type = decisionType;
  readonly decision: AuthorizerDecision;

  constructor(decision: AuthorizerDecision) {
    super();
    this.decision = decision;
  }
}

const noResource = {
  apiGroup: '',
  apiVersion: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
} as const;

function checkPath({ asking, path }: PathCheck, verb: string): Decision {
  const { user, decisions } = asking;
  return new Decision(decisions.decide({ ...noResource, isResourceRequest: false, user, verb, path }));
}

function checkResource({ asking, about }: ResourceCheck, verb: string): Decision {
  const { group, fieldSelector = '', labelSelector = '', ...resource } = about;
  const attributes: AuthorizerAttributes = {
    ...noResource,
    ...resource,
    ...(fieldSelector === '' ? {} : { fieldSelector }),
    ...(labelSelector === '' ? {} : { labelSelector }),
    isResourceRequest: true,
    apiGroup: group,
    apiVersion: '*',
    user: asking.user,
    verb,
  };
  return new Decision(asking.decisions.decide(attributes));
}

function pathCheck({ asking }: AuthorizerValue, path: string): PathCheck {
  if (path.trim() === '') throw new CelError('path must not be empty');
  return new PathCheck(asking, path);
}

function resourceCheck({ asking, group }: GroupCheck, resource: string): ResourceCheck {
  if (resource.trim() === '') throw new CelError('resource must not be empty');
  return new ResourceCheck(asking, { group, resource, subresource: '', namespace: '', name: '' });
}

function serviceAccount({ asking }: AuthorizerValue, namespace: string, name: string): AuthorizerValue {
  if (isDns1123Subdomain(name).length > 0) throw new CelError('Invalid service account name');
  if (isDns1123Label(namespace).length > 0) throw new CelError('Invalid service account namespace');
  const username = `system:serviceaccount:${namespace}:${name}`;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  return new AuthorizerValue({ ...asking, user: { name: username, groups } });
}

const { bool, string } = types;

/** A method that narrows a question about a resource. */
function narrowing(field: keyof CheckedResource, id = `resourcecheck_${field}`): ReturnType<typeof define> {
  const narrow = (check: ResourceCheck, value: string): ResourceCheck => check.with({ [field]: value });
  return define(field, member(id, [resourceCheckType, string], resourceCheckType, narrow));
}

/**
 * Asking the authorizer.
 * @go k8s.io/apiserver/pkg/cel/library#Authz
 */
export const authzLibrary: Library = {
  functions: [
    define('path', member('authorizer_path', [authorizerType, string], pathCheckType, pathCheck)),
    define(
      'group',
      member(
        'authorizer_group',
        [authorizerType, string],
        groupCheckType,
        ({ asking }: AuthorizerValue, group: string) => {
          return new GroupCheck(asking, group);
        },
      ),
    ),
    define(
      'serviceAccount',
      member('authorizer_serviceaccount', [authorizerType, string, string], authorizerType, serviceAccount),
    ),
    define('resource', member('groupcheck_resource', [groupCheckType, string], resourceCheckType, resourceCheck)),
    narrowing('subresource'),
    narrowing('namespace'),
    narrowing('name'),
    narrowing('fieldSelector', 'authorizer_fieldselector'),
    narrowing('labelSelector', 'authorizer_labelselector'),
    define(
      'check',
      member('pathcheck_check', [pathCheckType, string], decisionType, checkPath),
      member('resourcecheck_check', [resourceCheckType, string], decisionType, checkResource),
    ),
    define(
      'errored',
      member('decision_errored', [decisionType], bool, (d: Decision) => d.decision.error !== undefined),
    ),
    define(
      'error',
      member('decision_error', [decisionType], string, (d: Decision) => d.decision.error ?? ''),
    ),
    define(
      'allowed',
      member('decision_allowed', [decisionType], bool, (d: Decision) => d.decision.decision === 'allow'),
    ),
    define(
      'reason',
      member('decision_reason', [decisionType], string, (d: Decision) => d.decision.reason),
    ),
  ],
};
