import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '@kubescript/api/networking/v1';
import {
  cidrContains,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isValidPortName,
  isValidPortNumber,
  notSupported,
  parseCidrSloppy,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, legacyCidr, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

/** @go networking/validation#ValidateNetworkPolicy */
export const networkPolicyValidation: KindValidation<NetworkPolicy> = {
  validate: (policy) => [
    ...validateObjectMeta(policy.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(policy),
  ],
  validateUpdate: (policy, old) => [
    ...validateObjectMetaUpdate(policy.metadata, old.metadata, META),
    ...validateSpec(policy, excusesOf(old)),
  ],
};

/** What a stored policy may keep. @go networking/validation#ValidationOptionsForNetworking */
interface Excuses {
  readonly anyValues: boolean;
  readonly cidrs: readonly string[];
}

function excusesOf({ spec }: DeepReadonly<NetworkPolicy>): Excuses {
  const peers = rulesOf(spec).flatMap(({ peers: list }) => list);
  return {
    anyValues: validateLabelSelector(spec.podSelector, SPEC).length > 0,
    cidrs: peers.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock.cidr, ...(ipBlock.except ?? [])])),
  };
}

/** A rule for either direction. */
interface Rule {
  readonly path: FieldPath;
  readonly side: 'from' | 'to';
  readonly ports: readonly DeepReadonly<NetworkPolicyPort>[];
  readonly peers: readonly DeepReadonly<NetworkPolicyPeer>[];
}

function rulesOf(spec: DeepReadonly<NetworkPolicy>['spec']): Rule[] {
  const ingress = (spec.ingress ?? []).map(({ ports = [], from = [] }, index) => {
    return { path: SPEC.child('ingress').index(index), side: 'from' as const, ports, peers: from };
  });
  const egress = (spec.egress ?? []).map(({ ports = [], to = [] }, index) => {
    return { path: SPEC.child('egress').index(index), side: 'to' as const, ports, peers: to };
  });
  return [...ingress, ...egress];
}

/** @go networking/validation#ValidateNetworkPolicySpec */
function validateSpec(
  { spec }: DeepReadonly<NetworkPolicy>,
  excuses: Excuses = { anyValues: false, cidrs: [] },
): FieldError[] {
  return [
    ...validateLabelSelector(spec.podSelector, SPEC.child('podSelector'), { anyValues: excuses.anyValues }),
    ...rulesOf(spec).flatMap(({ path, side, ports, peers }) => [
      ...ports.flatMap((port, index) => validatePolicyPort(port, path.child('ports').index(index))),
      ...peers.flatMap((peer, index) => validatePeer(peer, excuses, path.child(side).index(index))),
    ]),
    ...validatePolicyTypes(spec.policyTypes ?? [], SPEC.child('policyTypes')),
  ];
}

function validatePolicyTypes(types: readonly string[], path: FieldPath): FieldError[] {
  if (types.length > POLICY_TYPES.length) return [invalid(path, types, 'may not specify more than two policyTypes')];
  return types.flatMap((type, index) =>
    POLICY_TYPES.includes(type) ? [] : [notSupported(path.index(index), type, POLICY_TYPES)],
  );
}

const POLICY_TYPES: readonly string[] = ['Egress', 'Ingress'];
const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

/** @go networking/validation#ValidateNetworkPolicyPort */
function validatePolicyPort(
  { protocol, port, endPort }: DeepReadonly<NetworkPolicyPort>,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const place = path.child('endPort');
  if (protocol !== undefined && !PROTOCOLS.includes(protocol)) {
    errors.push(notSupported(path.child('protocol'), protocol, PROTOCOLS));
  }
  if (port === undefined) {
    if (endPort === undefined) return errors;
    return [...errors, invalid(place, endPort, 'may not be specified when `port` is not specified')];
  }
  if (typeof port === 'string') {
    if (endPort !== undefined) {
      errors.push(invalid(place, endPort, 'may not be specified when `port` is non-numeric'));
    }
    return [...errors, ...breaches(path.child('port'), port, isValidPortName(port))];
  }
  errors.push(...breaches(path.child('port'), port, isValidPortNumber(port)));
  if (endPort === undefined) return errors;
  if (endPort < port) errors.push(invalid(place, port, 'must be greater than or equal to `port`'));
  return [...errors, ...breaches(place, endPort, isValidPortNumber(endPort))];
}

/** @go networking/validation#ValidateNetworkPolicyPeer */
function validatePeer(peer: DeepReadonly<NetworkPolicyPeer>, excuses: Excuses, path: FieldPath): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  const errors = [
    ...validateLabelSelector(podSelector, path.child('podSelector'), { anyValues: excuses.anyValues }),
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector'), { anyValues: excuses.anyValues }),
    ...(ipBlock === undefined ? [] : validateIpBlock(ipBlock, excuses.cidrs, path.child('ipBlock'))),
  ];
  if (!selects && ipBlock === undefined) errors.push(required(path, 'must specify a peer'));
  if (selects && ipBlock !== undefined) errors.push(forbidden(path, 'may not specify both ipBlock and another peer'));
  return errors;
}

/** @go networking/validation#ValidateIPBlock */
function validateIpBlock(
  { cidr = '', except = [] }: DeepReadonly<Partial<IPBlock>>,
  old: readonly string[],
  path: FieldPath,
): FieldError[] {
  if (cidr === '') return [required(path.child('cidr'))];
  const errors = legacyCidr(cidr, path.child('cidr'), old);
  const outer = parseCidrSloppy(cidr);
  if (outer === undefined) return errors;
  except.forEach((text, index) => {
    const place = path.child('except').index(index);
    errors.push(...legacyCidr(text, place, old));
    const inner = parseCidrSloppy(text);
    if (inner === undefined) return;
    if (!cidrContains(outer, inner.base) || inner.prefixLength <= outer.prefixLength) {
      errors.push(invalid(place, text, 'must be a strict subset of `cidr`'));
    }
  });
  return errors;
}
