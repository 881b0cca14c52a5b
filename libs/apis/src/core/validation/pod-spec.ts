import type { PodResourceClaim, PodSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  inclusiveRangeMessage,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  regexMessage,
  isQualifiedName,
  isValidIp,
  notSupported,
  parseQuantity,
  required,
  validateLabels,
} from '@kubescript/apimachinery';

import { breaches, oneOf, oneOfIfSet } from '../../validation/checks.ts';
import { validateAffinity } from './affinity.ts';
import { type PodFacts, validateContainers, validateEphemeralContainers } from './containers.ts';
import { validateAmounts, validateResourceName, validateResourceQuantity } from './resources.ts';
import { validateSchedulingGates, validateSpread, validateTolerations } from './scheduling.ts';
import { validateOs, validatePodSecurityContext } from './security-context.ts';
import { validateVolumes } from './volumes.ts';

const MAX_INT32 = 2 ** 31 - 1;

/** Checks the spec of a pod or of a pod template. @go core/validation#ValidatePodSpec */
export function validatePodSpec(
  spec: DeepReadonly<PodSpec>,
  pod: { readonly name: string },
  path: FieldPath,
): FieldError[] {
  const volumes = validateVolumes(spec.volumes ?? [], pod, path.child('volumes'));
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const facts: PodFacts = { spec, volumes: volumes.sources, claims };
  return [
    ...volumes.errors,
    ...validateResourceClaims(spec.resourceClaims ?? [], path.child('resourceClaims')),
    ...validateContainers(facts, path),
    ...validateEphemeralContainers(facts, path.child('ephemeralContainers')),
    ...validatePodResources(spec, path.child('resources')),
    ...oneOf(spec.restartPolicy, ['Always', 'OnFailure', 'Never'], path.child('restartPolicy')),
    ...validateDns(spec, path),
    ...validateLabels(spec.nodeSelector, path.child('nodeSelector')),
    ...validateNames(spec, path),
    ...validatePodSecurityContext(spec, path),
    ...(spec.affinity === undefined ? [] : validateAffinity(spec.affinity, path.child('affinity'))),
    ...(spec.readinessGates ?? []).flatMap(({ conditionType }, index) =>
      breaches(
        path.child('readinessGates').index(index).child('conditionType'),
        conditionType,
        isQualifiedName(conditionType),
      ),
    ),
    ...validateSchedulingGates(spec, path.child('schedulingGates')),
    ...validateSpread(spec.topologySpreadConstraints ?? [], path.child('topologySpreadConstraints')),
    ...validateTolerations(spec.tolerations ?? [], path.child('tolerations')),
    ...validateHostAliases(spec, path.child('hostAliases')),
    ...oneOfIfSet(spec.preemptionPolicy, ['Never', 'PreemptLowerPriority'], path.child('preemptionPolicy')),
    ...validateActiveDeadline(spec, path.child('activeDeadlineSeconds')),
    ...Object.entries(spec.overhead ?? {}).flatMap(([name, value]) => [
      ...validateResourceName(name, path.child('overhead')),
      ...validateResourceQuantity(name, value, path.child('overhead').key(name)),
    ]),
    ...validateOs(spec, path),
  ];
}

function validateNames(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const check = (
    name: 'hostname' | 'subdomain' | 'serviceAccountName' | 'nodeName' | 'priorityClassName' | 'runtimeClassName',
    rule: (text: string) => string[],
  ): FieldError[] => {
    const text = spec[name] ?? '';
    return text === '' ? [] : breaches(path.child(name), text, rule(text));
  };
  return [
    ...check('serviceAccountName', isDns1123Subdomain),
    ...check('nodeName', isDns1123Subdomain),
    ...check('hostname', isDns1123Label),
    ...check('subdomain', isDns1123Label),
    ...check('priorityClassName', isDns1123Subdomain),
    ...check('runtimeClassName', isDns1123Subdomain),
  ];
}

function validateActiveDeadline(
  { activeDeadlineSeconds: seconds }: DeepReadonly<PodSpec>,
  path: FieldPath,
): FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= MAX_INT32)) return [];
  return [invalid(path, seconds, inclusiveRangeMessage(1, MAX_INT32))];
}

function validateHostAliases({ hostAliases = [] }: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  return hostAliases.flatMap(({ ip, hostnames = [] }, index) => [
    ...breaches(path.index(index).child('ip'), ip, isValidIp(ip)),
    ...hostnames.flatMap((name, at) =>
      breaches(path.index(index).child('hostnames').index(at), name, isDns1123Subdomain(name)),
    ),
  ]);
}

const SEARCH = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*';
const SEARCH_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', " +
  'and must start and end with an alphanumeric character';

/** A search domain, whose labels may start with an underscore. */
function isDnsSearch(domain: string): string[] {
  const long = domain.length > 253 ? ['must be no more than 253 bytes'] : [];
  return new RegExp(`^${SEARCH}$`).test(domain) ? long : [...long, regexMessage(SEARCH_RULE, SEARCH, 'example.com')];
}

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;

/** @go core/validation#validatePodDNSConfig */
function validateDns(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const errors = oneOf(spec.dnsPolicy, DNS_POLICIES, path.child('dnsPolicy'));
  const place = path.child('dnsConfig');
  const config = spec.dnsConfig;
  if (spec.dnsPolicy === 'None') {
    if (config === undefined) {
      return [...errors, required(place, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    }
    if ((config.nameservers ?? []).length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      errors.push(required(place.child('nameservers'), detail));
    }
  }
  const { nameservers = [], searches = [], options = [] } = config ?? {};
  if (nameservers.length > MAX_NAMESERVERS) {
    const detail = `must not have more than ${MAX_NAMESERVERS} nameservers`;
    errors.push(invalid(place.child('nameservers'), nameservers, detail));
  }
  nameservers.forEach((server, index) => {
    errors.push(...breaches(place.child('nameservers').index(index), server, isValidIp(server)));
  });
  if (searches.length > MAX_SEARCHES) {
    errors.push(invalid(place.child('searches'), searches, `must not have more than ${MAX_SEARCHES} search paths`));
  }
  searches.forEach((search, index) => {
    const domain = search.endsWith('.') ? search.slice(0, -1) : search;
    if (domain === '') return;
    errors.push(...breaches(place.child('searches').index(index), search, isDnsSearch(domain)));
  });
  options.forEach(({ name = '' }, index) => {
    if (name === '') errors.push(required(place.child('options').index(index), 'must not be empty'));
  });
  return errors;
}

/** @go core/validation#ValidatePodResourceClaims */
function validateResourceClaims(claims: DeepReadonly<PodResourceClaim[]>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return claims.flatMap((claim, index) => {
    const place = path.index(index);
    const errors: FieldError[] = [];
    const { name, resourceClaimName, resourceClaimTemplateName } = claim;
    const shown = {
      Name: name,
      ResourceClaimName: resourceClaimName ?? null,
      ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
    };
    if (name === '') errors.push(required(place.child('name')));
    else errors.push(...breaches(place.child('name'), name, isDns1123Label(name)));
    if (name !== '' && seen.has(name)) errors.push(duplicate(place.child('name'), name));
    seen.add(name);
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalid(place, shown, detail));
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      errors.push(invalid(place, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'));
    }
    for (const [field, text] of Object.entries({ resourceClaimName, resourceClaimTemplateName })) {
      if (text !== undefined) errors.push(...breaches(place.child(field), text, isDns1123Subdomain(text)));
    }
    return errors;
  });
}

/** Resources of the pod as a whole. @go core/validation#validatePodResources */
function validatePodResources(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const { resources } = spec;
  if (resources === undefined) return [];
  const errors: FieldError[] = [];
  for (const list of ['limits', 'requests'] as const) {
    for (const name of Object.keys(resources[list] ?? {})) {
      if (name !== 'cpu' && name !== 'memory' && !name.startsWith('hugepages-')) {
        errors.push(notSupported(path.child(list).key(name), name, ['cpu', 'hugepages', 'memory']));
      }
    }
  }
  if ((resources.claims ?? []).length > 0) {
    errors.push(forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level'));
  }
  return [...errors, ...validateAmounts(resources, path), ...validateAgainstContainers(spec, path)];
}

/** What all containers request may not exceed what the pod requests, nor a container's limit the pod's. */
function validateAgainstContainers({ containers, resources }: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, request] of Object.entries(resources?.requests ?? {})) {
    const requests = containers.flatMap((container) => container.resources?.requests?.[name] ?? []).map(parseQuantity);
    if (requests.length === 0) continue;
    const sum = requests.reduce((total, value) => total.add(value));
    if (sum.cmp(parseQuantity(request)) > 0) {
      const detail = `must be greater than or equal to aggregate container requests of ${sum.toString()}`;
      errors.push(invalid(path.child('requests').key(name), request, detail));
    }
  }
  for (const [name, limit] of Object.entries(resources?.limits ?? {})) {
    containers.forEach((container, index) => {
      const own = container.resources?.limits?.[name];
      if (own === undefined || parseQuantity(own).cmp(parseQuantity(limit)) <= 0) return;
      const place = `spec.containers[${index}].resources.limits`;
      errors.push(invalid(`${place}[${name}]`, own, `must be less than or equal to pod limits of ${limit}`));
    });
  }
  return errors;
}
