import type { Node } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isValidCidr,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';

import { breaches, equal, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateResourceName, validateResourceQuantity } from './resources.ts';
import { validateTaints } from './scheduling.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** @go core/validation#ValidateNode */
export const nodeValidation: KindValidation<Node> = {
  validate: (node) => [
    ...validateObjectMeta(node.metadata, { namespaced: false, checkName: subdomainName }, META),
    ...validateTaints(node.spec.taints ?? [], SPEC.child('taints')),
    ...validateResources(node),
    ...validatePodCidrs(node),
  ],
  validateUpdate: validateNodeUpdate,
  validateStatusUpdate: validateNodeUpdate,
};

function validateResources({ status }: DeepReadonly<Node>): FieldError[] {
  return (['capacity', 'allocatable'] as const).flatMap((list) =>
    Object.entries(status[list] ?? {}).flatMap(([name, value]) => [
      ...validateResourceName(name, STATUS.child(list).key(name)),
      ...validateResourceQuantity(name, value, STATUS.child(list).key(name)),
    ]),
  );
}

function validatePodCidrs({ spec }: DeepReadonly<Node>): FieldError[] {
  const cidrs = spec.podCIDRs ?? [];
  const path = SPEC.child('podCIDRs');
  const errors = cidrs.flatMap((cidr, index) => breaches(path.index(index), cidr, isValidCidr(cidr)));
  if (cidrs.length > 1 && errors.length === 0) {
    const families = new Set(cidrs.map((cidr) => (cidr.includes(':') ? 6 : 4)));
    if (cidrs.length > 2 || families.size < 2) {
      errors.push(invalid(path, cidrs, 'may specify no more than one CIDR for each IP family'));
    }
  }
  return errors;
}

/** @go core/validation#ValidateNodeUpdate */
function validateNodeUpdate(node: DeepReadonly<Node>, old: DeepReadonly<Node>): FieldError[] {
  const errors = [
    ...validateObjectMetaUpdate(node.metadata, old.metadata, META),
    ...validateResources(node),
    ...validateAddresses(node),
    ...validatePodCidrs(node),
    ...validateTaints(node.spec.taints ?? [], SPEC.child('taints')),
  ];
  const before = old.spec.podCIDRs ?? [];
  if (before.length > 0 && !equal(node.spec.podCIDRs, before)) {
    errors.push(forbidden(SPEC.child('podCIDRs'), 'node updates may not change podCIDR except from "" to valid'));
  }
  const provider = old.spec.providerID ?? '';
  if (provider !== '' && node.spec.providerID !== provider) {
    errors.push(forbidden(SPEC.child('providerID'), 'node updates may not change providerID except from "" to valid'));
  }
  return errors;
}

function validateAddresses({ status }: DeepReadonly<Node>): FieldError[] {
  const seen = new Set<string>();
  return (status.addresses ?? []).flatMap((address, index) => {
    const key = `${address.type}/${address.address}`;
    if (seen.has(key)) return [duplicate(STATUS.child('addresses').index(index), address)];
    seen.add(key);
    return [];
  });
}
