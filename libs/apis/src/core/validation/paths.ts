import { type FieldError, type FieldPath, invalid } from '@kubescript/apimachinery';

/** A path must not climb. @go core/validation#validatePathNoBacksteps */
export function validateNoBacksteps(target: string, path: FieldPath): FieldError[] {
  return target.split('/').includes('..') ? [invalid(path, target, "must not contain '..'")] : [];
}

/** A path below the current folder. @go core/validation#validateLocalDescendingPath */
export function validateDescendingPath(target: string, path: FieldPath): FieldError[] {
  return [
    ...(target.startsWith('/') ? [invalid(path, target, 'must be a relative path')] : []),
    ...validateNoBacksteps(target, path),
  ];
}

/** A path below the current folder whose first part does not start with two dots. */
export function validateNonReservedPath(target: string, path: FieldPath): FieldError[] {
  const errors = validateDescendingPath(target, path);
  if (target.startsWith('..') && !target.startsWith('../')) {
    errors.push(invalid(path, target, "must not start with '..'"));
  }
  return errors;
}
