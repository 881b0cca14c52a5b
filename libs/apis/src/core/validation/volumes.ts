import type { Volume } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  isDns1123Label,
  required,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import { type SourceRules, volumeSourceRules } from './volume-sources.ts';

/** The volumes of a pod: what is wrong with them, and the sources of each by its name. */
export interface CheckedVolumes {
  readonly errors: FieldError[];
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

/** @go core/validation#ValidateVolumes */
export function validateVolumes(
  volumes: DeepReadonly<Volume[]>,
  pod: { readonly name: string },
  path: FieldPath,
): CheckedVolumes {
  const sources = new Map<string, readonly string[]>();
  const errors = volumes.flatMap((volume, index) => {
    const place = path.index(index);
    const found = [
      ...validateVolumeName(volume.name, sources, place.child('name')),
      ...validateSources(volume, volumeSourceRules(pod.name), place),
    ];
    if (found.length === 0) sources.set(volume.name, Object.keys(volume));
    return found;
  });
  return { errors, sources };
}

function validateVolumeName(name: string, seen: ReadonlyMap<string, unknown>, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const errors = breaches(path, name, isDns1123Label(name));
  if (seen.has(name)) errors.push(duplicate(path, name));
  return errors;
}

/** Exactly one source, and that one right. The rules' order decides which of two is one too many. */
export function validateSources<T extends object>(
  volume: T,
  rules: readonly SourceRules<T>[],
  path: FieldPath,
): FieldError[] {
  const given = rules.filter(([name]) => volume[name] !== undefined);
  if (given.length === 0) return [required(path, 'must specify a volume type')];
  return given.flatMap(([name, check], index) => {
    const place = path.child(String(name));
    if (index > 0) return [forbidden(place, 'may not specify more than 1 volume type')];
    return check(volume, place);
  });
}
