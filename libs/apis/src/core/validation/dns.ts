import type { PodSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123SubdomainWithUnderscore,
  required,
} from '@kubescript/apimachinery';

import { breaches, legacyIp } from '../../validation/checks.ts';

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_LENGTH = 2048;

/** @go core/validation#validatePodDNSConfig */
export function validateDnsConfig(spec: DeepReadonly<PodSpec>, path: FieldPath): FieldError[] {
  const { dnsConfig: config, dnsPolicy } = spec;
  if (dnsPolicy === 'None') {
    if (config === undefined) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if ((config.nameservers ?? []).length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [required(path.child('nameservers'), detail)];
    }
  }
  const { nameservers = [], searches = [], options = [] } = config ?? {};
  return [
    ...validateNameservers(nameservers, path.child('nameservers')),
    ...validateSearches(searches, path.child('searches')),
    ...options.flatMap(({ name = '' }, index) =>
      name === '' ? [required(path.child('options').index(index), 'must not be empty')] : [],
    ),
  ];
}

function validateNameservers(nameservers: readonly string[], path: FieldPath): FieldError[] {
  const detail = `must not have more than ${String(MAX_NAMESERVERS)} nameservers`;
  return [
    ...(nameservers.length > MAX_NAMESERVERS ? [invalid(path, nameservers, detail)] : []),
    ...nameservers.flatMap((server, index) => legacyIp(server, path.index(index))),
  ];
}

function validateSearches(searches: readonly string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (searches.length > MAX_SEARCHES) {
    errors.push(invalid(path, searches, `must not have more than ${String(MAX_SEARCHES)} search paths`));
  }
  if (searches.join(' ').length > MAX_SEARCH_LENGTH) {
    const detail = `must not have more than ${String(MAX_SEARCH_LENGTH)} characters (including spaces) in the search list`;
    errors.push(invalid(path, searches, detail));
  }
  searches.forEach((search, index) => {
    if (search === '.') return;
    const domain = search.endsWith('.') ? search.slice(0, -1) : search;
    errors.push(...breaches(path.index(index), domain, isDns1123SubdomainWithUnderscore(domain)));
  });
  return errors;
}
