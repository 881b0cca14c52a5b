import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '@kubescript/api/networking/v1';
import {
  cidrContains,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isValidCidr,
  isValidPortNumber,
  notSupported,
  parseCidr,
  required,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { validatePort } from '../../core/validation/probes.ts';
import { breaches, subdomainName } from '../../validation/checks.ts';
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
    ...validateSpec(policy),
  ],
};

function validateSpec({ spec }: DeepReadonly<NetworkPolicy>): FieldError[] {
  const errors = validateLabelSelector(spec.podSelector, SPEC.child('podSelector'));
  (spec.ingress ?? []).forEach(({ ports = [], from = [] }, index) => {
    const path = SPEC.child('ingress').index(index);
    ports.forEach((port, at) => errors.push(...validatePolicyPort(port, path.child('ports').index(at))));
    from.forEach((peer, at) => errors.push(...validatePeer(peer, path.child('from').index(at))));
  });
  (spec.egress ?? []).forEach(({ ports = [], to = [] }, index) => {
    const path = SPEC.child('egress').index(index);
    ports.forEach((port, at) => errors.push(...validatePolicyPort(port, path.child('ports').index(at))));
    to.forEach((peer, at) => errors.push(...validatePeer(peer, path.child('to').index(at))));
  });
  const types = spec.policyTypes ?? [];
  const path = SPEC.child('policyTypes');
  if (types.length > 2) return [...errors, invalid(path, types, 'may not specify more than two policyTypes')];
  types.forEach((type, index) => {
    if (type !== 'Ingress' && type !== 'Egress') {
      errors.push(notSupported(path.index(index), type, ['Egress', 'Ingress']));
    }
  });
  return errors;
}

function validatePolicyPort(port: DeepReadonly<NetworkPolicyPort>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (port.protocol !== undefined && !['SCTP', 'TCP', 'UDP'].includes(port.protocol)) {
    errors.push(notSupported(path.child('protocol'), port.protocol, ['SCTP', 'TCP', 'UDP']));
  }
  const place = path.child('endPort');
  if (port.port === undefined) {
    if (port.endPort !== undefined)
      errors.push(required(path.child('port'), 'must be specified when `endPort` is specified'));
    return errors;
  }
  errors.push(...validatePort(port.port, path.child('port')));
  if (port.endPort === undefined) return errors;
  if (typeof port.port === 'string') {
    errors.push(required(place, 'may not be specified when `port` is non-numeric'));
  } else {
    if (port.endPort < port.port) errors.push(invalid(place, port.endPort, 'must be greater than or equal to `port`'));
    errors.push(...breaches(place, port.endPort, isValidPortNumber(port.endPort)));
  }
  return errors;
}

/** @go networking/validation#ValidateNetworkPolicyPeer */
function validatePeer(peer: DeepReadonly<NetworkPolicyPeer>, path: FieldPath): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const selected = podSelector !== undefined || namespaceSelector !== undefined;
  if (!selected && ipBlock === undefined) return [required(path, 'must specify a peer')];
  if (selected && ipBlock !== undefined) return [forbidden(path, 'may not specify both ipBlock and another peer')];
  return [
    ...validateLabelSelector(podSelector, path.child('podSelector')),
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector')),
    ...(ipBlock === undefined ? [] : validateIpBlock(ipBlock, path.child('ipBlock'))),
  ];
}

function validateIpBlock(
  { cidr, except = [] }: { readonly cidr: string; readonly except?: readonly string[] },
  path: FieldPath,
): FieldError[] {
  if (cidr === '') return [required(path.child('cidr'))];
  const errors = breaches(path.child('cidr'), cidr, isValidCidr(cidr));
  const outer = parseCidr(cidr);
  if (outer === undefined) return errors;
  except.forEach((text, index) => {
    const place = path.child('except').index(index);
    errors.push(...breaches(place, text, isValidCidr(text)));
    const inner = parseCidr(text);
    if (inner === undefined) return;
    if (!cidrContains(outer, inner.base) || inner.prefixLength <= outer.prefixLength) {
      errors.push(invalid(place, text, 'must be a strict subset of `cidr`'));
    }
  });
  return errors;
}
