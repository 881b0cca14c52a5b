import type { Node } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  parseCidrSloppy,
} from '@kubescript/apimachinery';

import { legacyCidr, positive, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateConfigSources } from './node-config.ts';
import { validateNodeAnnotations } from './node-annotations.ts';
import { validateDeclaredFeatures } from './node-features.ts';
import { validateResourceQuantity } from './resources.ts';
import { validateTaints } from './scheduling.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

type AnyNode = DeepReadonly<Node>;

/** Upstream looks at the whole new object besides the change. */
export const nodeValidation: KindValidation<Node> = {
  validate: validateNode,
  validateUpdate: (node, old) => [...validateNode(node), ...validateNodeUpdate(node, old)],
  validateStatusUpdate: validateNodeUpdate,
};

/** Taints and swap are upstream's under `metadata`. @go core/validation#ValidateNode */
function validateNode(node: AnyNode): FieldError[] {
  const { metadata, spec, status } = node;
  const swap = status.nodeInfo?.swap?.capacity;
  return [
    ...validateObjectMeta(metadata, { namespaced: false, checkName: subdomainName }, META),
    ...validateNodeAnnotations(metadata.annotations ?? {}, META.child('annotations')),
    ...validateTaints(spec.taints ?? [], META.child('taints')),
    ...validateResources(node),
    ...(swap === undefined ? [] : positive(swap, META.child('nodeSwapStatus', 'capacity'))),
    ...validateDeclaredFeatures(status.declaredFeatures ?? [], STATUS.child('declaredFeatures')),
    ...validatePodCidrs(node),
  ];
}

/** @go core/validation#ValidateNodeResources */
function validateResources({ status }: AnyNode): FieldError[] {
  return (['capacity', 'allocatable'] as const).flatMap((list) =>
    Object.entries(status[list] ?? {}).flatMap(([name, value]) =>
      validateResourceQuantity(name, value, STATUS.child(list, name)),
    ),
  );
}

function validatePodCidrs({ spec: { podCIDRs: cidrs = [] } }: AnyNode): FieldError[] {
  const path = SPEC.child('podCIDRs');
  const errors = cidrs.flatMap((cidr, index) => legacyCidr(cidr, path.index(index)));
  if (cidrs.length < 2) return errors;
  const families = new Set(cidrs.map((cidr) => parseCidrSloppy(cidr)?.base.family));
  if (cidrs.length === 2 && families.size === 2 && !families.has(undefined)) return errors;
  return [...errors, invalid(path, cidrs, 'may specify no more than one CIDR for each IP family')];
}

/** @go core/validation#ValidateNodeUpdate */
function validateNodeUpdate(node: AnyNode, old: AnyNode): FieldError[] {
  const { metadata, spec, status } = node;
  return [
    ...validateObjectMetaUpdate(metadata, old.metadata, META),
    ...validateNodeAnnotations(metadata.annotations ?? {}, META.child('annotations')),
    ...validateResources(node),
    ...validateDeclaredFeatures(status.declaredFeatures ?? [], STATUS.child('declaredFeatures')),
    ...validateAddresses(node),
    ...validateFixedFields(spec, old.spec),
    ...validateConfigSources(node),
    ...validateTaints(spec.taints ?? [], META.child('taints')),
    ...((spec.externalID ?? '') === (old.spec.externalID ?? '')
      ? []
      : [forbidden(SPEC.child('externalID'), 'may not be updated')]),
  ];
}

function validateFixedFields(spec: AnyNode['spec'], old: AnyNode['spec']): FieldError[] {
  const cidrs = spec.podCIDRs ?? [];
  const before = old.podCIDRs ?? [];
  const provider = old.providerID ?? '';
  const frozen = 'node updates may not change podCIDR except from "" to valid';
  const errors: FieldError[] = [];
  if (before.length > 0 && before.length !== cidrs.length) errors.push(forbidden(SPEC.child('podCIDRs'), frozen));
  else {
    before.forEach((cidr, index) => {
      if (cidr !== cidrs[index]) errors.push(forbidden(SPEC.child('podCIDRs'), frozen));
    });
  }
  if (provider !== '' && spec.providerID !== provider) {
    errors.push(forbidden(SPEC.child('providerID'), 'node updates may not change providerID except from "" to valid'));
  }
  return errors;
}

function validateAddresses({ status }: AnyNode): FieldError[] {
  const seen = new Set<string>();
  return (status.addresses ?? []).flatMap(({ type, address }, index) => {
    const key = `${type}/${address}`;
    const twice = seen.has(key);
    seen.add(key);
    return twice ? [duplicate(STATUS.child('addresses').index(index), { Type: type, Address: address })] : [];
  });
}
