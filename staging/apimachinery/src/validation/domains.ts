import type { FieldError } from './field-error.ts';
import { invalid, required } from './field-errors.ts';
import type { FieldPath } from './field-path.ts';
import { regexMessage } from './messages.ts';
import { isDns1123Label, isDns1123Subdomain } from './names.ts';

const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const HTTP_PATH_REGEX = new RegExp(`^${HTTP_PATH}$`);

/**
 * `example.com/some/path`, each part checked by itself.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#IsDomainPrefixedPath
 */
export function domainPrefixedPath(value: string, path: FieldPath): FieldError[] {
  if (value === '') return [required(path)];
  const slash = value.indexOf('/');
  const host = value.slice(0, Math.max(slash, 0));
  const rest = value.slice(slash + 1);
  if (host === '' || rest === '') {
    return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const errors = isDns1123Subdomain(host).map((text) => invalid(path, host, text));
  if (!HTTP_PATH_REGEX.test(rest)) errors.push(invalid(path, rest, regexMessage('Invalid path', HTTP_PATH)));
  return errors;
}

/**
 * A domain of at least two parts, perhaps with a dot at its end.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#IsFullyQualifiedDomainName
 */
export function fullyQualifiedDomainName(value: string, path: FieldPath): FieldError[] {
  if (value === '') return [required(path)];
  const domain = value.endsWith('.') ? value.slice(0, -1) : value;
  const broken = isDns1123Subdomain(domain);
  if (broken.length > 0) return [invalid(path, domain, broken.join(','))];
  const labels = domain.split('.');
  if (labels.length < 2) {
    return [invalid(path, domain, 'should be a domain with at least two segments separated by dots')];
  }
  const label = labels.find((part) => isDns1123Label(part).length > 0);
  return label === undefined ? [] : [invalid(path, label, isDns1123Label(label).join(','))];
}
