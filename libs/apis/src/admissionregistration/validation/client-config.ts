import {
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
  isValidPortNumber,
  required,
} from '@kubescript/apimachinery';

import { nonEmpty } from '../../validation/checks.ts';

/** How a webhook is reached. */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
}

/** @go apiserver/pkg/util/webhook#ValidateWebhookURL */
export function validateClientConfig({ url, service }: ClientConfig, path: FieldPath): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    const detail = 'exactly one of url or service is required';
    return [required(path, detail)];
  }
  if (url !== undefined) return validateUrl(url, path.child('url'));
  return service === undefined ? [] : validateService(service, path.child('service'));
}

function validateUrl(text: string, path: FieldPath): FieldError[] {
  const form = '; desired format: https://host[/path]';
  if (!URL.canParse(text)) return [required(path, `url must be a valid URL: parse ${JSON.stringify(text)}${form}`)];
  const url = new URL(text);
  const errors: FieldError[] = [];
  if (url.protocol !== 'https:') {
    errors.push(invalid(path, url.protocol.slice(0, -1), `'https' is the only allowed URL scheme${form}`));
  }
  if (url.host === '') errors.push(invalid(path, url.host, `host must be specified${form}`));
  if (url.username !== '' || url.password !== '') {
    const user = url.password === '' ? url.username : `${url.username}:${url.password}`;
    errors.push(invalid(path, user, 'user information is not permitted in the URL'));
  }
  if (url.hash !== '') errors.push(invalid(path, url.hash.slice(1), 'fragments are not permitted in the URL'));
  if (url.search !== '')
    errors.push(invalid(path, url.search.slice(1), 'query parameters are not permitted in the URL'));
  return errors;
}

function validateService(service: NonNullable<ClientConfig['service']>, path: FieldPath): FieldError[] {
  const { name, namespace, path: target, port = 443 } = service;
  return [
    ...nonEmpty(name, path.child('name')).map((error) => ({ ...error, detail: 'service name is required' })),
    ...nonEmpty(namespace, path.child('namespace')).map((error) => ({
      ...error,
      detail: 'service namespace is required',
    })),
    ...(target === undefined ? [] : validateServicePath(target, path.child('path'))),
    ...isValidPortNumber(port).map((message) => invalid(path.child('port'), port, `port is not valid: ${message}`)),
  ];
}

function validateServicePath(target: string, path: FieldPath): FieldError[] {
  if (target === '' || target === '/' || target === '//') {
    return target === '//' ? [invalid(path, target, 'segment[0] may not be empty')] : [];
  }
  const errors: FieldError[] = [];
  if (!target.startsWith('/')) errors.push(invalid(path, target, "must start with a '/'"));
  const trimmed = target.slice(1);
  const segments = (trimmed.endsWith('/') ? trimmed.slice(0, -1) : trimmed).split('/');
  segments.forEach((segment, index) => {
    if (segment === '') {
      errors.push(invalid(path, target, `segment[${index}] may not be empty`));
      return;
    }
    const broken = isDns1123Subdomain(segment);
    for (const message of broken) errors.push(invalid(path, target, `segment[${index}]: ${message}`));
  });
  return errors;
}
