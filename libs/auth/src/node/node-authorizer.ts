import type { DeepReadonly } from '@kubescript/apimachinery';
import { parseFieldSelector } from '@kubescript/apimachinery';
import type { PolicyRule } from '@kubescript/api/rbac/v1';
import type { Authorizer, AuthorizerAttributes, AuthorizerDecision, UserInfo } from '@kubescript/apiserver';

import { ruleAllows } from '../rbac/rule-matching.ts';
import type { NodeGraph, RelatedKind } from './node-graph.ts';
import { nodeNameOf } from './node-identity.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
const ALLOW: AuthorizerDecision = { decision: 'allow', reason: '' };
const no = (reason: string): AuthorizerDecision => ({ decision: 'noOpinion', reason });
const OWN_OBJECT_VERBS = ['get', 'create', 'update', 'patch', 'delete'];

type Check = (authorizer: NodeAuthorizer, node: string, attributes: AuthorizerAttributes) => AuthorizerDecision;

/**
 * Lets a kubelet read what its own pods need, and work on its own objects; the rest is the same for all nodes. What a
 * request contains is the concern of the NodeRestriction admission plugin.
 *
 * @go k8s.io/kubernetes/plugin/pkg/auth/authorizer/node#NodeAuthorizer
 */
export class NodeAuthorizer implements Authorizer {
  private readonly graph: NodeGraph;
  private readonly rules: readonly DeepReadonly<PolicyRule>[];
  private readonly synced: Promise<void>;

  /** `rules` are those of all nodes (the cluster role `system:node`); requests of nodes wait for `synced`. */
  constructor(graph: NodeGraph, rules: readonly DeepReadonly<PolicyRule>[], synced: Promise<void> = Promise.resolve()) {
    this.graph = graph;
    this.rules = rules;
    this.synced = synced;
  }

  async authorize(attributes: AuthorizerAttributes): Promise<AuthorizerDecision> {
    const node = nodeNameOf(attributes.user);
    if (node === undefined) return no('');
    if (node === '') return no(`unknown node for user ${JSON.stringify(attributes.user.name)}`);
    await this.synced;
    const check = attributes.isResourceRequest ? CHECKS[resourceOf(attributes)] : undefined;
    if (check !== undefined) return check(this, node, attributes);
    return this.rules.some((rule) => ruleAllows(attributes, rule)) ? ALLOW : no('');
  }

  rulesFor(user: UserInfo): ReturnType<NonNullable<Authorizer['rulesFor']>> {
    const nothing = { resourceRules: [], nonResourceRules: [] };
    if (nodeNameOf(user) === undefined) return Promise.resolve({ ...nothing, incomplete: false });
    const error = 'node authorizer does not support user rule resolution';
    return Promise.resolve({ ...nothing, incomplete: true, error });
  }

  /** Allows what concerns an object that belongs to the node. */
  related(node: string, kind: RelatedKind, { namespace, name }: AuthorizerAttributes): AuthorizerDecision {
    if (name === '') return no('No Object name found');
    return this.graph.isRelated(node, kind, namespace, name)
      ? ALLOW
      : no(`no relationship found between node '${node}' and this object`);
  }
}

function resourceOf({ apiGroup, resource }: AuthorizerAttributes): string {
  return apiGroup === '' ? resource : `${resource}.${apiGroup}`;
}

const readRelated =
  (kind: RelatedKind): Check =>
  (authorizer, node, attributes) => {
    if (!['get', 'list', 'watch'].includes(attributes.verb)) return no('can only read resources of this type');
    if (attributes.subresource !== '') return no('cannot read subresource');
    if (attributes.namespace === '') return no('can only read namespaced object of this type');
    return authorizer.related(node, kind, attributes);
  };

const getRelated =
  (kind: RelatedKind): Check =>
  (authorizer, node, attributes) => {
    if (attributes.verb !== 'get') return no('can only get individual resources of this type');
    if (attributes.subresource !== '') return no('cannot get subresource');
    return authorizer.related(node, kind, attributes);
  };

const checkClaim: Check = (authorizer, node, attributes) => {
  if (attributes.subresource !== 'status') return getRelated('persistentvolumeclaim')(authorizer, node, attributes);
  if (attributes.verb !== 'update' && attributes.verb !== 'patch') return no('can only get/update/patch this type');
  return authorizer.related(node, 'persistentvolumeclaim', attributes);
};

const checkServiceAccount: Check = (authorizer, node, attributes) => {
  const { verb, name, subresource } = attributes;
  if (verb === 'get' && subresource === '') return authorizer.related(node, 'serviceaccount', attributes);
  if (verb !== 'create' || name === '') return no('can only create tokens for individual service accounts');
  if (subresource !== 'token') return no('can only create token subresource of serviceaccount');
  return authorizer.related(node, 'serviceaccount', attributes);
};

/** A name is not known when an object is created; then admission compares it. */
const checkLease: Check = (_, node, { verb, namespace, name }) => {
  if (!OWN_OBJECT_VERBS.includes(verb)) return no('can only get, create, update, patch, or delete a node lease');
  if (namespace !== LEASE_NAMESPACE) return no(`can only access leases in the "${LEASE_NAMESPACE}" system namespace`);
  if (verb !== 'create' && name !== node) {
    return no('can only access node lease with the same name as the requesting node');
  }
  return ALLOW;
};

const checkCsiNode: Check = (_, node, { verb, subresource, name }) => {
  if (!OWN_OBJECT_VERBS.includes(verb)) return no('can only get, create, update, patch, or delete a CSINode');
  if (subresource !== '') return no('cannot authorize CSINode subresources');
  if (verb !== 'create' && name !== node)
    return no('can only access CSINode with the same name as the requesting node');
  return ALLOW;
};

const checkResourceSlice: Check = (authorizer, node, attributes) => {
  if (attributes.subresource !== '') return no('cannot authorize ResourceSlice subresources');
  switch (attributes.verb) {
    case 'create':
      return ALLOW;
    case 'get':
    case 'update':
    case 'patch':
    case 'delete':
      return authorizer.related(node, 'resourceslice', attributes);
    case 'watch':
    case 'list':
    case 'deletecollection':
      return selects(attributes, 'spec.nodeName', node) || selects(attributes, 'nodeName', node)
        ? ALLOW
        : no('can only list/watch/deletecollection resourceslices with nodeName field selector');
    default:
      return no(
        'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
      );
  }
};

const checkNode: Check = (_, node, { verb, subresource, name }) => {
  const isWrite = verb === 'update' || verb === 'patch';
  if (subresource === 'status') return isWrite ? ALLOW : no('');
  if (subresource !== '') return no('');
  if (isWrite || verb === 'create') return ALLOW;
  if (verb !== 'get' && verb !== 'list' && verb !== 'watch') return no('');
  if (name === node) return ALLOW;
  const what = name === '' ? 'all nodes' : `'${name}'`;
  return no(`node '${node}' cannot read ${what}, only its own Node object`);
};

const checkPod: Check = (authorizer, node, attributes) => {
  const { verb, subresource, name } = attributes;
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? ALLOW : no('');
  if (subresource === 'eviction') return verb === 'create' ? ALLOW : no('');
  if (subresource !== '') return no('');
  switch (verb) {
    case 'get':
      return authorizer.related(node, 'pod', attributes);
    case 'list':
    case 'watch':
      if (selects(attributes, 'spec.nodeName', node)) return ALLOW;
      if (name !== '') return authorizer.related(node, 'pod', attributes);
      return no('can only list/watch pods with spec.nodeName field selector');
    case 'create':
    case 'delete':
      return ALLOW;
    default:
      return no('');
  }
};

const CHECKS: Readonly<Record<string, Check | undefined>> = {
  secrets: readRelated('secret'),
  configmaps: readRelated('configmap'),
  persistentvolumeclaims: checkClaim,
  persistentvolumes: getRelated('persistentvolume'),
  'resourceclaims.resource.k8s.io': getRelated('resourceclaim'),
  'volumeattachments.storage.k8s.io': getRelated('volumeattachment'),
  serviceaccounts: checkServiceAccount,
  'leases.coordination.k8s.io': checkLease,
  'csinodes.storage.k8s.io': checkCsiNode,
  'resourceslices.resource.k8s.io': checkResourceSlice,
  nodes: checkNode,
  pods: checkPod,
};

/** True if the field selector of the request pins `field` to `value`. */
function selects({ fieldSelector = '' }: AuthorizerAttributes, field: string, value: string): boolean {
  try {
    return parseFieldSelector(fieldSelector).requirements.some(
      (requirement) => requirement.field === field && requirement.operator !== '!=' && requirement.value === value,
    );
  } catch {
    return false;
  }
}
