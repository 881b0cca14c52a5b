import type { LimitRange, LimitRangeItem } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  parseQuantity,
  type QuantityValue,
  required,
} from '@kubescript/apimachinery';

import { breaches, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { isOvercommitAllowed } from './resource-names.ts';
import { validateContainerResourceName, validateResourceName } from './resources.ts';

const META = new FieldPath('metadata');

/** @go core/validation#ValidateLimitRange */
export const limitRangeValidation: KindValidation<LimitRange> = {
  validate: validateLimitRange,
  validateUpdate: validateLimitRange,
};

function validateLimitRange(range: DeepReadonly<LimitRange>): FieldError[] {
  return [
    ...validateObjectMeta(range.metadata, { namespaced: true, checkName: subdomainName }, META),
    ...validateItems(range),
  ];
}

function validateItems({ spec }: DeepReadonly<LimitRange>): FieldError[] {
  const seen = new Set<string>();
  return spec.limits.flatMap((item, index) => {
    const path = new FieldPath('spec').child('limits').index(index);
    const errors = validateType(item.type, path.child('type'));
    if (seen.has(item.type)) {
      errors.push({ type: 'FieldValueDuplicate', path: String(path.child('type')), badValue: item.type, detail: '' });
    }
    seen.add(item.type);
    return [...errors, ...validateItem(item, path)];
  });
}

function validateType(type: string, path: FieldPath): FieldError[] {
  const errors = breaches(path, type, isQualifiedName(type));
  if (errors.length > 0 || type.includes('/')) return errors;
  const standard = ['Pod', 'Container', 'PersistentVolumeClaim'];
  return standard.includes(type) ? [] : [invalid(path, type, 'must be a standard limit type or fully qualified')];
}

const LISTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
type Lists = (typeof LISTS)[number];

function validateItem(item: DeepReadonly<LimitRangeItem>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const given = (list: Lists): readonly string[] => Object.keys(item[list] ?? {});
  const validateNames = (list: Lists): FieldError[] =>
    given(list).flatMap((name) => validateLimitResource(item.type, name, path.child(list).key(name)));
  errors.push(...validateNames('max'), ...validateNames('min'));
  for (const list of ['default', 'defaultRequest'] as const) {
    if (item.type !== 'Pod') errors.push(...validateNames(list));
    else if (given(list).length > 0) {
      errors.push(forbidden(path.child(list), "may not be specified when `type` is 'Pod'"));
    }
  }
  if (
    item.type === 'PersistentVolumeClaim' &&
    item.min?.['storage'] === undefined &&
    item.max?.['storage'] === undefined
  ) {
    const detail = 'either minimum or maximum storage value is required, but neither was provided';
    errors.push(required(path.child('limits'), detail));
  }
  errors.push(...validateNames('maxLimitRequestRatio'));
  const counted = item.type === 'Pod' ? (['max', 'min', 'maxLimitRequestRatio'] as const) : LISTS;
  const names = new Set(counted.flatMap(given));
  for (const name of names) errors.push(...validateAmounts(item, name, path));
  return errors;
}

/** @go core/validation#validateLimitRangeResourceName */
function validateLimitResource(type: string, name: string, path: FieldPath): FieldError[] {
  const isOfContainers = type === 'Pod' || type === 'Container';
  return isOfContainers ? validateContainerResourceName(name, path) : validateResourceName(name, path);
}

function validateAmounts(item: DeepReadonly<LimitRangeItem>, name: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const of = (list: Lists): QuantityValue | undefined => {
    const isIgnored = item.type === 'Pod' && (list === 'default' || list === 'defaultRequest');
    const text = isIgnored ? undefined : item[list]?.[name];
    return text === undefined ? undefined : parseQuantity(text);
  };
  const [max, min, byDefault, request, ratio] = [
    of('max'),
    of('min'),
    of('default'),
    of('defaultRequest'),
    of('maxLimitRequestRatio'),
  ];
  const above = (
    list: string,
    shown: QuantityValue,
    what: string,
    a: QuantityValue,
    b: QuantityValue,
    whatB: string,
  ): void => {
    if (a.cmp(b) <= 0) return;
    const detail = `${what} value ${a.toString()} is greater than ${whatB} value ${b.toString()}`;
    errors.push(invalid(path.child(list).key(name), shown.toString(), detail));
  };
  if (min && max) above('min', min, 'min', min, max, 'max');
  if (request && min) above('defaultRequest', request, 'min', min, request, 'default request');
  if (request && max) above('defaultRequest', request, 'default request', request, max, 'max');
  if (request && byDefault) above('defaultRequest', request, 'default request', request, byDefault, 'default limit');
  if (byDefault && min) above('default', min, 'min', min, byDefault, 'default');
  if (byDefault && max) above('default', max, 'default', byDefault, max, 'max');
  if (ratio) errors.push(...validateRatio({ name, ratio, min, max }, path));
  if (!isOvercommitAllowed(name) && byDefault && request && byDefault.cmp(request) !== 0) {
    const detail = `default value ${byDefault.toString()} must equal to defaultRequest value ${request.toString()} in ${name}`;
    errors.push(invalid(path.child('defaultRequest').key(name), request.toString(), detail));
  }
  return errors;
}

interface Ratio {
  readonly name: string;
  readonly ratio: QuantityValue;
  readonly min: QuantityValue | undefined;
  readonly max: QuantityValue | undefined;
}

function validateRatio({ name, ratio, min, max }: Ratio, path: FieldPath): FieldError[] {
  const place = path.child('maxLimitRequestRatio').key(name);
  const errors: FieldError[] = [];
  if (ratio.cmp(parseQuantity('1')) < 0) {
    errors.push(invalid(place, ratio.toString(), `ratio ${ratio.toString()} is less than 1`));
  }
  if (min === undefined || max === undefined) return errors;
  const largest = max.asNumber() / min.asNumber();
  if (ratio.asNumber() <= largest) return errors;
  return [
    ...errors,
    invalid(place, ratio.toString(), `ratio ${ratio.toString()} is greater than max/min = ${largest.toFixed(6)}`),
  ];
}
