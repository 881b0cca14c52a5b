import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressLoadBalancerStatus,
  IngressRule,
  IngressTLS,
} from '@kubescript/api/networking/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isValidPortName,
  isValidPortNumber,
  isWildcardDns1123Subdomain,
  notSupported,
  parseIpSloppy,
  required,
} from '@kubescript/apimachinery';

import { breaches, legacyIp, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateTypedReference } from './ingress-class.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** @go networking/validation#ValidateIngressCreate */
export const ingressValidation: KindValidation<Ingress> = {
  validate: (ingress) => [...validateIngress(ingress, NO_EXCUSES), ...validateClassAnnotation(ingress)],
  validateUpdate: (ingress, old) => [
    ...validateObjectMetaUpdate(ingress.metadata, old.metadata, META),
    ...validateIngress(ingress, excusesOf(old)),
  ],
  validateStatusUpdate: (ingress, old) => [
    ...validateObjectMetaUpdate(ingress.metadata, old.metadata, META),
    ...validateLoadBalancer(ingress.status.loadBalancer ?? {}, ipsOf(old)),
  ],
};

/** What a stored Ingress may keep. @go networking/validation#IngressValidationOptions */
interface Excuses {
  readonly anySecretNames: boolean;
  readonly anyWildcardRules: boolean;
}

const NO_EXCUSES: Excuses = { anySecretNames: false, anyWildcardRules: false };

function excusesOf({ spec }: DeepReadonly<Ingress>): Excuses {
  return {
    anySecretNames: (spec.tls ?? []).some(({ secretName = '' }) => validateSecretName(secretName, SPEC).length > 0),
    anyWildcardRules: (spec.rules ?? []).some(
      (rule) => rule.host?.includes('*') === true && validateRuleValue(rule, SPEC).length > 0,
    ),
  };
}

function ipsOf({ status }: DeepReadonly<Ingress>): string[] {
  return (status.loadBalancer?.ingress ?? []).flatMap(({ ip }) => (ip === undefined ? [] : [ip]));
}

function validateIngress(ingress: DeepReadonly<Ingress>, excuses: Excuses): FieldError[] {
  return [
    ...validateObjectMeta(ingress.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(ingress, excuses),
  ];
}

function validateClassAnnotation({ metadata, spec }: DeepReadonly<Ingress>): FieldError[] {
  const annotated = metadata.annotations?.[CLASS_ANNOTATION];
  if (annotated === undefined || spec.ingressClassName === undefined || annotated === spec.ingressClassName) return [];
  const path = new FieldPath('annotations').child(CLASS_ANNOTATION);
  return [invalid(path, annotated, 'must match `ingressClassName` when both are specified')];
}

/** @go networking/validation#ValidateIngressSpec */
function validateSpec({ spec }: DeepReadonly<Ingress>, excuses: Excuses): FieldError[] {
  const { rules = [], tls = [], defaultBackend, ingressClassName } = spec;
  const errors: FieldError[] = [];
  if (rules.length === 0 && defaultBackend === undefined) {
    errors.push(invalid(SPEC, spec.rules ?? null, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend !== undefined) errors.push(...validateBackend(defaultBackend, SPEC.child('defaultBackend')));
  rules.forEach((rule, index) => errors.push(...validateRule(rule, excuses, SPEC.child('rules').index(index))));
  tls.forEach((entry, index) => errors.push(...validateTls(entry, excuses, SPEC.child('tls').index(index))));
  if (ingressClassName !== undefined) {
    errors.push(...breaches(SPEC.child('ingressClassName'), ingressClassName, isDns1123Subdomain(ingressClassName)));
  }
  return errors;
}

type Rule = DeepReadonly<IngressRule>;

function validateRule(rule: Rule, { anyWildcardRules }: Excuses, path: FieldPath): FieldError[] {
  const { host = '' } = rule;
  const errors: FieldError[] = [];
  if (parseIpSloppy(host) !== undefined) {
    errors.push(invalid(path.child('host'), host, 'must be a DNS name, not an IP address'));
  }
  if (host !== '') errors.push(...validateHost(host, path.child('host')));
  return anyWildcardRules && host.includes('*') ? errors : [...errors, ...validateRuleValue(rule, path)];
}

function validateTls(
  { hosts = [], secretName = '' }: DeepReadonly<IngressTLS>,
  excuses: Excuses,
  path: FieldPath,
): FieldError[] {
  return [
    ...hosts.flatMap((host, index) => validateHost(host, path.child('hosts').index(index))),
    ...(excuses.anySecretNames ? [] : validateSecretName(secretName, path.child('secretName'))),
  ];
}

function validateSecretName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [] : breaches(path, name, isDns1123Subdomain(name));
}

function validateHost(host: string, path: FieldPath): FieldError[] {
  return breaches(path, host, host.includes('*') ? isWildcardDns1123Subdomain(host) : isDns1123Subdomain(host));
}

function validateRuleValue({ http }: Rule, path: FieldPath): FieldError[] {
  if (http === undefined) return [];
  const paths = http.paths ?? [];
  const place = path.child('http', 'paths');
  if (paths.length === 0) return [required(place)];
  return paths.flatMap((item, index) => validatePath(item, place.index(index)));
}

const PATH_TYPES: readonly string[] = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_IN_PATH: readonly string[] = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_AT_END: readonly string[] = ['/..', '/.'];

/** @go networking/validation#validateHTTPIngressPath */
function validatePath(item: DeepReadonly<HTTPIngressPath>, path: FieldPath): FieldError[] {
  const { path: target = '', backend } = item;
  // The type has it always, but a client may leave it out.
  const pathType = item.pathType as string | null | undefined;
  const place = path.child('path');
  const errors: FieldError[] = [];
  if (pathType === undefined || pathType === null)
    return [required(path.child('pathType'), 'pathType must be specified')];
  switch (pathType) {
    case 'Exact':
    case 'Prefix':
      if (!target.startsWith('/')) errors.push(invalid(place, target, 'must be an absolute path'));
      for (const bad of BAD_IN_PATH) {
        if (target.includes(bad)) errors.push(invalid(place, target, `must not contain '${bad}'`));
      }
      for (const bad of BAD_AT_END) {
        if (target.endsWith(bad)) errors.push(invalid(place, target, `cannot end with '${bad}'`));
      }
      break;
    case 'ImplementationSpecific':
      if (target !== '' && !target.startsWith('/')) errors.push(invalid(place, target, 'must be an absolute path'));
      break;
    default:
      errors.push(notSupported(path.child('pathType'), pathType, PATH_TYPES));
  }
  return [...errors, ...validateBackend(backend, path.child('backend'))];
}

/** @go networking/validation#validateIngressBackend */
function validateBackend(backend: DeepReadonly<IngressBackend>, path: FieldPath): FieldError[] {
  const { service, resource } = backend;
  if (resource !== undefined && service !== undefined) {
    return [invalid(path, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) {
    return validateTypedReference(resource, path.child('resource'));
  }
  if (service === undefined) return [invalid(path, '', 'resource or service backend is required')];
  const errors: FieldError[] = [];
  const name = path.child('service', 'name');
  if (service.name === '') errors.push(required(name));
  else errors.push(...breaches(name, service.name, isDns1123Label(service.name)));
  const { name: portName = '', number = 0 } = service.port ?? {};
  if (portName !== '' && number !== 0) {
    errors.push(invalid(path, '', 'cannot set both port name & port number'));
  } else if (portName !== '') {
    errors.push(...breaches(path.child('service', 'port', 'name'), portName, isValidPortName(portName)));
  } else if (number === 0) {
    errors.push(required(path, 'port name or number is required'));
  } else {
    errors.push(...breaches(path.child('service', 'port', 'number'), number, isValidPortNumber(number)));
  }
  return errors;
}

/** @go networking/validation#ValidateIngressLoadBalancerStatus */
function validateLoadBalancer(status: DeepReadonly<IngressLoadBalancerStatus>, old: readonly string[]): FieldError[] {
  const path = new FieldPath('status').child('loadBalancer');
  return (status.ingress ?? []).flatMap(({ ip = '', hostname = '' }, index) => {
    const place = path.child('ingress').index(index);
    const errors = ip === '' ? [] : legacyIp(ip, place.child('ip'), old);
    if (hostname === '') return errors;
    errors.push(...breaches(place.child('hostname'), hostname, isDns1123Subdomain(hostname)));
    if (parseIpSloppy(hostname) !== undefined) {
      errors.push(invalid(place.child('hostname'), hostname, 'must be a DNS name, not an IP address'));
    }
    return errors;
  });
}
