import { type DeepReadonly, type FieldError, type FieldPath, invalid, isDns1035Label } from '@kubescript/apimachinery';
import type { CustomResourceDefinitionNames } from '@kubescript/api/apiextensions/v1';

type Names = DeepReadonly<Partial<CustomResourceDefinitionNames>>;

/** @go k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation#ValidateCustomResourceDefinitionNames */
export function validateNames(names: Names, path: FieldPath): FieldError[] {
  const { plural = '', singular = '', kind = '', listKind = '' } = names;
  return [
    ...validateLabel(plural, path.child('plural')),
    ...validateLabel(singular, path.child('singular')),
    ...validateKind(kind, path.child('kind')),
    ...validateKind(listKind, path.child('listKind')),
    ...(names.shortNames ?? []).flatMap((name, index) => checkLabel(name, path.child('shortNames').index(index))),
    // A reader could not tell an object from a list.
    ...(kind !== '' && kind === listKind
      ? [invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same')]
      : []),
    ...(names.categories ?? []).flatMap((name, index) => checkLabel(name, path.child('categories').index(index))),
  ];
}

function validateLabel(value: string, path: FieldPath): FieldError[] {
  return value === '' ? [] : checkLabel(value, path);
}

function checkLabel(value: string, path: FieldPath): FieldError[] {
  const problems = isDns1035Label(value);
  return problems.length === 0 ? [] : [invalid(path, value, problems.join(','))];
}

function validateKind(value: string, path: FieldPath): FieldError[] {
  const problems = value === '' ? [] : isDns1035Label(value.toLowerCase());
  if (problems.length === 0) return [];
  return [invalid(path, value, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}
