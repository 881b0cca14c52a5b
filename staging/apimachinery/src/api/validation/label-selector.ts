import type { LabelSelector, LabelSelectorRequirement } from '../../apis/meta/v1/types.ts';
import type { DeepReadonly } from '../../runtime/object.ts';
import type { FieldError } from '../../validation/field-error.ts';
import { forbidden, invalid, required } from '../../validation/field-errors.ts';
import type { FieldPath } from '../../validation/field-path.ts';
import { isValidLabelValue } from '../../validation/names.ts';
import { validateLabelName, validateLabels } from './object-meta.ts';

/** What a selector need not fulfil. */
export interface LabelSelectorOptions {
  /** Values of expressions need not be possible as values of labels. */
  readonly anyValues?: boolean;
}

/** Checks a label selector. @go apimachinery/pkg/apis/meta/v1/validation#ValidateLabelSelector */
export function validateLabelSelector(
  selector: DeepReadonly<LabelSelector> | null | undefined,
  path: FieldPath,
  options: LabelSelectorOptions = {},
): FieldError[] {
  if (selector === undefined || selector === null) return [];
  return [
    ...validateLabels(selector.matchLabels, path.child('matchLabels')),
    ...(selector.matchExpressions ?? []).flatMap((requirement, index) =>
      validateRequirement(requirement, options, path.child('matchExpressions').index(index)),
    ),
  ];
}

function validateRequirement(
  requirement: DeepReadonly<LabelSelectorRequirement>,
  { anyValues }: LabelSelectorOptions,
  path: FieldPath,
): FieldError[] {
  const values = requirement.values ?? [];
  const errors: FieldError[] = [];
  switch (requirement.operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) {
        errors.push(required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'"));
      }
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        errors.push(
          forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
        );
      }
      break;
    default:
      errors.push(invalid(path.child('operator'), requirement.operator, 'not a valid selector operator'));
  }
  errors.push(...validateLabelName(requirement.key, path.child('key')));
  if (anyValues === true) return errors;
  values.forEach((value, index) => {
    for (const message of isValidLabelValue(value))
      errors.push(invalid(path.child('values').index(index), value, message));
  });
  return errors;
}
