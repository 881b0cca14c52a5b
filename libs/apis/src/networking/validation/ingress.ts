import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressClass,
  IngressLoadBalancerStatus,
} from '@kubescript/api/networking/v1';
import {
  type DeepReadonly,
  domainPrefixedPath,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isValidIp,
  isValidPortName,
  isValidPortNumber,
  isWildcardDns1123Subdomain,
  notSupported,
  parseIp,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { breaches, immutable, nonEmpty, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** @go networking/validation#ValidateIngressCreate */
export const ingressValidation: KindValidation<Ingress> = {
  validate: (ingress) => [
    ...validateObjectMeta(ingress.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateSpec(ingress),
    ...validateClassAnnotation(ingress),
  ],
  validateUpdate: (ingress, old) => [
    ...validateObjectMetaUpdate(ingress.metadata, old.metadata, META),
    ...validateSpec(ingress),
  ],
  validateStatusUpdate: (ingress, old) => [
    ...validateObjectMetaUpdate(ingress.metadata, old.metadata, META),
    ...validateLoadBalancer(ingress.status.loadBalancer ?? {}, new FieldPath('status').child('loadBalancer')),
  ],
};

function validateClassAnnotation({ metadata, spec }: DeepReadonly<Ingress>): FieldError[] {
  const annotated = metadata.annotations?.[CLASS_ANNOTATION];
  if (annotated === undefined || spec.ingressClassName === undefined || annotated === spec.ingressClassName) return [];
  const path = new FieldPath('annotations').child(CLASS_ANNOTATION);
  return [invalid(path, annotated, 'must match `ingressClassName` when both are specified')];
}

function validateSpec({ spec }: DeepReadonly<Ingress>): FieldError[] {
  const { rules = [], tls = [], defaultBackend, ingressClassName } = spec;
  const errors: FieldError[] = [];
  if (rules.length === 0 && defaultBackend === undefined) {
    errors.push(invalid(SPEC, rules, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend !== undefined) errors.push(...validateBackend(defaultBackend, SPEC.child('defaultBackend')));
  rules.forEach((rule, index) => {
    const path = SPEC.child('rules').index(index);
    errors.push(...validateHost(rule.host ?? '', path.child('host')));
    if (rule.http !== undefined) errors.push(...validatePaths(rule.http.paths, path.child('http', 'paths')));
  });
  tls.forEach(({ hosts = [], secretName = '' }, index) => {
    const path = SPEC.child('tls').index(index);
    hosts.forEach((host, at) => errors.push(...validateTlsHost(host, path.child('hosts').index(at))));
    if (secretName !== '')
      errors.push(...breaches(path.child('secretName'), secretName, isDns1123Subdomain(secretName)));
  });
  if (ingressClassName !== undefined) {
    errors.push(...breaches(SPEC.child('ingressClassName'), ingressClassName, isDns1123Subdomain(ingressClassName)));
  }
  return errors;
}

function validateHost(host: string, path: FieldPath): FieldError[] {
  if (host === '') return [];
  if (parseIp(host) !== undefined) return [invalid(path, host, 'must be a DNS name, not an IP address')];
  return validateTlsHost(host, path);
}

function validateTlsHost(host: string, path: FieldPath): FieldError[] {
  return breaches(path, host, host.includes('*') ? isWildcardDns1123Subdomain(host) : isDns1123Subdomain(host));
}

function validatePaths(paths: DeepReadonly<HTTPIngressPath[]>, path: FieldPath): FieldError[] {
  if (paths.length === 0) return [required(path)];
  return paths.flatMap((item, index) => validatePath(item, path.index(index)));
}

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_IN_PATH = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_AT_END = ['/..', '/.'];

/** @go networking/validation#validateHTTPIngressPath */
function validatePath(item: DeepReadonly<HTTPIngressPath>, path: FieldPath): FieldError[] {
  const { path: target = '', pathType, backend } = item;
  const place = path.child('path');
  const errors: FieldError[] = [];
  if (pathType === '') return [required(path.child('pathType'), 'pathType must be specified')];
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
    const place = path.child('resource');
    return [...nonEmpty(resource.kind, place.child('kind')), ...nonEmpty(resource.name, place.child('name'))];
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

function validateLoadBalancer(status: DeepReadonly<IngressLoadBalancerStatus>, path: FieldPath): FieldError[] {
  return (status.ingress ?? []).flatMap(({ ip = '', hostname = '' }, index) => {
    const place = path.child('ingress').index(index);
    const errors = ip === '' ? [] : breaches(place.child('ip'), ip, isValidIp(ip));
    if (hostname === '') return errors;
    errors.push(...breaches(place.child('hostname'), hostname, isDns1123Subdomain(hostname)));
    if (parseIp(hostname) !== undefined) {
      errors.push(invalid(place.child('hostname'), hostname, 'must be a DNS name, not an IP address'));
    }
    return errors;
  });
}

const MAX_CONTROLLER = 250;

/** @go networking/validation#ValidateIngressClass */
export const ingressClassValidation: KindValidation<IngressClass> = {
  validate: (ingressClass) => [
    ...validateObjectMeta(ingressClass.metadata, { namespaced: false, checkName: subdomainName }, META),
    ...validateClass(ingressClass),
  ],
  validateUpdate: (ingressClass, old) => [
    ...validateObjectMetaUpdate(ingressClass.metadata, old.metadata, META),
    ...immutable(ingressClass.spec.controller, old.spec.controller, SPEC.child('controller')),
    ...validateClass(ingressClass),
  ],
};

function validateClass({ spec }: DeepReadonly<IngressClass>): FieldError[] {
  const { controller = '', parameters } = spec;
  const errors: FieldError[] = [];
  const path = SPEC.child('controller');
  if (controller.length > MAX_CONTROLLER) errors.push(tooLong(path, controller, MAX_CONTROLLER));
  errors.push(...domainPrefixedPath(controller, path));
  if (parameters === undefined) return errors;
  const place = SPEC.child('parameters');
  errors.push(...nonEmpty(parameters.kind, place.child('kind')), ...nonEmpty(parameters.name, place.child('name')));
  const { scope, namespace } = parameters;
  if (scope === undefined) errors.push(required(place.child('scope')));
  else if (scope !== 'Namespace' && scope !== 'Cluster') {
    errors.push(notSupported(place.child('scope'), scope, ['Cluster', 'Namespace']));
  } else if (scope === 'Namespace' && namespace === undefined) {
    errors.push(required(place.child('namespace'), "`parameters.scope` is set to 'Namespace'"));
  } else if (scope === 'Cluster' && namespace !== undefined) {
    errors.push(forbidden(place.child('namespace'), "`parameters.scope` is set to 'Cluster'"));
  }
  return errors;
}
