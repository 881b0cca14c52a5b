import type { PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';
import { mandatoryPriorityLevels } from '@kubescript/apiserver';

import { semanticEqual, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateConditions } from './conditions.ts';

const SPEC = new FieldPath('spec');
const EXEMPT = 'exempt';

/** Upstream looks at the whole new object in an update too, and at nothing of the old one. */
export const priorityLevelValidation: KindValidation<PriorityLevelConfiguration> = {
  validate: validatePriorityLevel,
  validateUpdate: validatePriorityLevel,
  validateStatusUpdate: validateConditions,
};

/** @go flowcontrol/validation#ValidatePriorityLevelConfiguration */
function validatePriorityLevel(level: DeepReadonly<PriorityLevelConfiguration>): FieldError[] {
  return [
    ...validateObjectMeta(level.metadata, { namespaced: false, checkName: subdomainName }, new FieldPath('metadata')),
    ...validateLevelSpec(level),
    ...validateMandatory(level),
    ...validateConditions(level),
  ];
}

/** @go flowcontrol/validation#ValidateIfMandatoryPriorityLevelConfigurationObject */
function validateMandatory({ metadata, spec }: DeepReadonly<PriorityLevelConfiguration>): FieldError[] {
  const { name = '' } = metadata;
  const mandatory = mandatoryPriorityLevels.find((level) => level.metadata.name === name);
  if (mandatory === undefined) return [];
  if (name !== EXEMPT) {
    const isSame = semanticEqual(spec, mandatory.spec);
    return isSame ? [] : [invalid(SPEC, spec, `spec of '${name}' must equal the fixed value`)];
  }
  if (semanticEqual({ ...spec, exempt: mandatory.spec.exempt }, mandatory.spec)) return [];
  return [invalid(SPEC, spec, `spec of '${name}' except the 'spec.exempt' field must equal the fixed value`)];
}

function validateLevelSpec({ spec, metadata }: DeepReadonly<PriorityLevelConfiguration>): FieldError[] {
  const { type } = spec;
  const errors: FieldError[] = [];
  if ((metadata.name === EXEMPT) !== (type === 'Exempt')) {
    errors.push(invalid(SPEC.child('type'), type, "type must be 'Exempt' if and only if `name` is 'exempt'"));
  }
  return [...errors, ...validateByType(spec)];
}

function validateByType(spec: DeepReadonly<PriorityLevelConfiguration>['spec']): FieldError[] {
  const { type, limited, exempt } = spec;
  switch (type) {
    case 'Exempt':
      return [
        ...(limited === undefined ? [] : [forbidden(SPEC.child('limited'), 'must be nil if the type is not Limited')]),
        ...(exempt === undefined ? [] : validateShares(exempt, SPEC.child('exempt'))),
      ];
    case 'Limited':
      return [
        ...(exempt === undefined ? [] : [forbidden(SPEC.child('exempt'), 'must be nil if the type is Limited')]),
        ...(limited === undefined
          ? [required(SPEC.child('limited'), 'must not be empty when type is Limited')]
          : validateLimited(limited, SPEC.child('limited'))),
      ];
    default:
      return [notSupported(SPEC.child('type'), type, ['Exempt', 'Limited'])];
  }
}

interface Shares {
  readonly nominalConcurrencyShares?: number;
  readonly lendablePercent?: number;
}

function validateShares({ nominalConcurrencyShares = 0, lendablePercent = 0 }: Shares, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (nominalConcurrencyShares < 0) {
    const detail = 'must be a non-negative integer';
    errors.push(invalid(path.child('nominalConcurrencyShares'), nominalConcurrencyShares, detail));
  }
  if (lendablePercent < 0 || lendablePercent > 100) {
    errors.push(invalid(path.child('lendablePercent'), lendablePercent, 'must be between 0 and 100, inclusive'));
  }
  return errors;
}

type Limited = NonNullable<DeepReadonly<PriorityLevelConfiguration>['spec']['limited']>;

function validateLimited(limited: Limited, path: FieldPath): FieldError[] {
  const errors = validateShares(limited, path);
  const { borrowingLimitPercent, limitResponse } = limited;
  if (borrowingLimitPercent !== undefined && borrowingLimitPercent < 0) {
    const detail = 'if specified, must be a non-negative integer';
    errors.push(invalid(path.child('borrowingLimitPercent'), borrowingLimitPercent, detail));
  }
  const place = path.child('limitResponse');
  const { type = '', queuing } = limitResponse ?? {};
  if (type === 'Reject') {
    if (queuing !== undefined)
      errors.push(forbidden(place.child('queuing'), 'must be nil if limited.limitResponse.type is not Limited'));
    return errors;
  }
  if (type !== 'Queue') return [...errors, notSupported(place.child('type'), type, ['Queue', 'Reject'])];
  if (queuing === undefined) {
    return [...errors, required(place.child('queuing'), 'must not be empty if limited.limitResponse.type is Limited')];
  }
  return [...errors, ...validateQueuing(queuing, place.child('queuing'))];
}

interface Queuing {
  readonly queues?: number;
  readonly handSize?: number;
  readonly queueLengthLimit?: number;
}

const MAX_QUEUES = 10_000_000;
/** What a hash of a flow gives to deal a hand by. */
const MAX_HASH_BITS = 60;

/** @go apiserver/pkg/util/shufflesharding#RequiredEntropyBits */
function entropyBits(deckSize: number, handSize: number): number {
  return Math.ceil(Math.log2(deckSize) * handSize);
}

function validateQueuing({ queues = 0, handSize = 0, queueLengthLimit = 0 }: Queuing, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (queueLengthLimit <= 0) errors.push(invalid(path.child('queueLengthLimit'), queueLengthLimit, 'must be positive'));
  if (queues <= 0) errors.push(invalid(path.child('queues'), queues, 'must be positive'));
  else if (queues > MAX_QUEUES) {
    errors.push(invalid(path.child('queues'), queues, `must not be greater than ${MAX_QUEUES}`));
  }
  if (handSize <= 0) errors.push(invalid(path.child('handSize'), handSize, 'must be positive'));
  else if (handSize > queues) {
    errors.push(invalid(path.child('handSize'), handSize, `should not be greater than queues (${queues})`));
  } else if (entropyBits(queues, handSize) > MAX_HASH_BITS) {
    const detail = `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAX_HASH_BITS}`;
    errors.push(invalid(path.child('handSize'), handSize, detail));
  }
  return errors;
}
