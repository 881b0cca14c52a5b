import { quote } from '../util/go-format.ts';
import type { FieldError } from './field-error.ts';
import { invalid, required } from './field-errors.ts';
import type { FieldPath } from './field-path.ts';
import { isDns1123Subdomain, isValidPortNumber } from './names.ts';

/** How a webhook is reached. */
export interface WebhookClientConfigFields {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
}

/** @go apiserver/pkg/util/webhook#ValidateWebhookURL */
export function validateWebhookClientConfig(
  { url, service }: WebhookClientConfigFields,
  path: FieldPath,
): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    const detail = 'exactly one of url or service is required';
    return [required(path, detail)];
  }
  if (url !== undefined) return validateUrl(url, path.child('url'));
  return service === undefined ? [] : validateService(service, path.child('service'));
}

const urlForm = /^([a-zA-Z][a-zA-Z0-9+.-]*):(?:\/\/(?:([^/?#@]*)@)?([^/?#@]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/;

function validateUrl(text: string, path: FieldPath): FieldError[] {
  const form = '; desired format: https://host[/path]';
  const match = urlForm.exec(text);
  if ((!match && text.includes(':')) || /[\u0000-\u0020\u007f]/.test(text)) {
    return [required(path, `url must be a valid URL: parse ${quote(text)}${form}`)];
  }
  const [, scheme = '', user = '', host = '', , query = '', fragment = ''] = match ?? [];
  const errors: FieldError[] = [];
  if (scheme.toLowerCase() !== 'https') {
    errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${form}`));
  }
  if (host === '') errors.push(invalid(path, host, `host must be specified${form}`));
  if (user !== '') errors.push(invalid(path, user, 'user information is not permitted in the URL'));
  if (fragment !== '') errors.push(invalid(path, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') errors.push(invalid(path, query, 'query parameters are not permitted in the URL'));
  return errors;
}

function validateService(service: NonNullable<WebhookClientConfigFields['service']>, path: FieldPath): FieldError[] {
  const { name, namespace, path: target, port = 443 } = service;
  return [
    ...(name === '' ? [required(path.child('name'), 'service name is required')] : []),
    ...(namespace === '' ? [required(path.child('namespace'), 'service namespace is required')] : []),
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
