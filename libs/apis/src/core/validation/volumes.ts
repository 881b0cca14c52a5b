import type { Volume } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  required,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import type { SourceRule } from './source-rule.ts';
import type { PodContext } from './pod-context.ts';
import { podVolumeRules } from './volume-sources.ts';

/** The volumes of a pod: what is wrong with them, and the sources of each that is right by its name. */
export interface CheckedVolumes {
  readonly errors: FieldError[];
  readonly sources: ReadonlyMap<string, DeepReadonly<Volume>>;
}

/** @go core/validation#ValidateVolumes */
export function validateVolumes(volumes: DeepReadonly<Volume[]>, context: PodContext, path: FieldPath): CheckedVolumes {
  const sources = new Map<string, DeepReadonly<Volume>>();
  const errors: FieldError[] = [];
  const created = claimsMadeFor(volumes, context.podName);
  const rules = podVolumeRules(context);
  volumes.forEach((volume, index) => {
    const place = path.index(index);
    const found = validateVolume(volume, rules, place);
    if (sources.has(volume.name)) found.push(duplicate(place.child('name'), volume.name));
    if (found.length === 0) sources.set(volume.name, volume);
    errors.push(...found);
    const claim = volume.persistentVolumeClaim?.claimName;
    if (claim !== undefined && created.has(claim)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume';
      errors.push(invalid(place.child('persistentVolumeClaim', 'claimName'), claim, detail));
    }
  });
  return { errors, sources };
}

/** Names of the claims that the ephemeral volumes of a pod bring about. */
function claimsMadeFor(volumes: DeepReadonly<Volume[]>, podName: string): ReadonlySet<string> {
  if (podName === '') return new Set();
  return new Set(volumes.filter(({ ephemeral }) => ephemeral !== undefined).map(({ name }) => `${podName}-${name}`));
}

function validateVolume(
  volume: DeepReadonly<Volume>,
  rules: ReturnType<typeof podVolumeRules>,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateSources(volume, rules, path),
    ...(volume.name === ''
      ? [required(path.child('name'))]
      : breaches(path.child('name'), volume.name, isDns1123Label(volume.name))),
  ];
}

/** Exactly one source, and that one right. The rules' order decides which of two is one too many. */
export function validateSources<T extends object>(
  volume: T,
  rules: readonly SourceRule<T>[],
  path: FieldPath,
): FieldError[] {
  const given = rules.filter(({ member }) => volume[member] !== undefined);
  if (given.length === 0) return [required(path, 'must specify a volume type')];
  return given.flatMap(({ member, check, place = member, placeOfSecond = member }, index) =>
    index > 0
      ? [forbidden(path.child(placeOfSecond), 'may not specify more than 1 volume type')]
      : check(volume, path.child(place), path),
  );
}
