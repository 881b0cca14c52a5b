import type { Pod, PodResourceClaim, PodSpec } from '@kubescript/api/core/v1';
import type { FieldPath } from '@kubescript/apimachinery';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  parseQuantity,
  required,
} from '@kubescript/apimachinery';
import { podLimits, podRequests, quantityAlgebra } from '@kubescript/component-helpers';

import { breaches, WHOLE_OBJECT } from '../../validation/checks.ts';
import { goPodResourceClaim } from './go-names.ts';
import type { PodContext } from './pod-context.ts';
import { isHugePages } from './resource-names.ts';
import { validatePodLevelResources } from './resources.ts';

/** @go core/validation#validatePodResourceClaims */
export function validateResourceClaims(
  claims: DeepReadonly<PodResourceClaim[]>,
  context: PodContext,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return claims.flatMap((claim, index) => {
    if (context.isMirror) return [forbidden(WHOLE_OBJECT, 'static pods do not support resource claims')];
    const place = path.index(index);
    return [...validateClaimName(claim.name, seen, place.child('name')), ...validateClaimSource(claim, place)];
  });
}

function validateClaimName(name: string, seen: Set<string>, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  if (seen.has(name)) return [duplicate(path, name)];
  seen.add(name);
  return breaches(path, name, isDns1123Label(name));
}

function validateClaimSource(claim: DeepReadonly<PodResourceClaim>, path: FieldPath): FieldError[] {
  const { resourceClaimName, resourceClaimTemplateName } = claim;
  const errors: FieldError[] = [];
  if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
    const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
    errors.push(invalid(path, goPodResourceClaim(claim), detail));
  }
  if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
    const detail = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
    errors.push(invalid(path, goPodResourceClaim(claim), detail));
  }
  for (const [field, text] of Object.entries({ resourceClaimName, resourceClaimTemplateName })) {
    if (text !== undefined) errors.push(...breaches(path.child(field), text, isDns1123Subdomain(text)));
  }
  return errors;
}

/** Resources of the pod as a whole. @go core/validation#validatePodResources */
export function validatePodResources(
  spec: DeepReadonly<PodSpec>,
  facts: { readonly claims: ReadonlySet<string>; readonly context: PodContext },
  path: FieldPath,
): FieldError[] {
  const { resources, os } = spec;
  if (resources === undefined) return [];
  if (os?.name === 'windows') return [forbidden(path, 'may not be set for a windows pod')];
  return [
    ...(resources.claims === undefined
      ? []
      : [forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level')]),
    ...validatePodLevelResources(resources, { claims: facts.claims, tolerated: facts.context.tolerated }, path),
    ...validateAgainstContainers(spec, path),
  ];
}

/** What the containers need must fit in what the pod has. @go core/validation#validatePodResourceConsistency */
function validateAgainstContainers(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const pod = { spec, metadata: {}, status: {} } as DeepReadonly<Pod>;
  const alone = { excludeOverhead: true, skipPodLevelResources: true };
  const { requests = {}, limits = {} } = spec.resources ?? {};
  const errors: FieldError[] = [];
  for (const [name, sum] of podRequests(pod, quantityAlgebra, alone)) {
    const request = requests[name];
    if (request === undefined || sum.cmp(parseQuantity(request)) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container requests of ${sum.toString()}`;
    errors.push(invalid(path.child('requests').key(name), request, detail));
  }
  for (const [name, sum] of podLimits(pod, quantityAlgebra, alone)) {
    const limit = limits[name];
    if (!isHugePages(name) || limit === undefined || sum.cmp(parseQuantity(limit)) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container limits of ${sum.toString()}`;
    errors.push(invalid(path.child('limits').key(name), limit, detail));
  }
  return [...errors, ...validateContainerLimits(spec, path.child('containers'))];
}

function validateContainerLimits({ containers, resources }: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const limits = resources?.limits ?? {};
  return containers.flatMap((container, index) =>
    Object.entries(container.resources?.limits ?? {}).flatMap(([name, own]) => {
      const limit = limits[name];
      if (limit === undefined || parseQuantity(own).cmp(parseQuantity(limit)) <= 0) return [];
      const place = path.index(index).key(name).child('limits');
      return [invalid(place, own, `must be less than or equal to pod limits of ${limit}`)];
    }),
  );
}
