import type { ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import { expect, test } from 'vitest';

import { validatingPolicyValidation } from './policies.ts';

const metadata = { name: 'p', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'Fine',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const warning = { fieldRef: 'spec.validations[0].expression', warning: 'w' };

test.each([
  { name: 'nothing', status: {}, want: [] },
  { name: 'an observed generation', status: { observedGeneration: 2, typeChecking: {} }, want: [] },
  {
    name: 'warnings and conditions',
    status: { typeChecking: { expressionWarnings: [warning, warning] }, conditions: [ready] },
    want: [],
  },
  {
    name: 'empty warnings',
    status: { typeChecking: { expressionWarnings: [{ fieldRef: ' ', warning: '' }] } },
    want: [
      'FieldValueRequired status.typeChecking.expressionWarnings[0].warning: ',
      'FieldValueRequired status.typeChecking.expressionWarnings[0].fieldRef: ',
    ],
  },
  {
    name: 'a reference that is no path',
    status: { typeChecking: { expressionWarnings: [warning, { fieldRef: ' spec[', warning: 'w' }] } },
    want: [
      'FieldValueInvalid status.typeChecking.expressionWarnings[1].fieldRef: invalid JSONPath: unterminated array',
    ],
  },
  {
    name: 'conditions of one type',
    status: { conditions: [ready, ready] },
    want: ['FieldValueDuplicate status.conditions[1].type: '],
  },
])('a status with $name', ({ status, want }) => {
  const policy = { metadata, spec: {}, status } as unknown as ValidatingAdmissionPolicy;
  const errors = validatingPolicyValidation.validateStatusUpdate?.(policy, policy) ?? [];
  expect(errors.map(({ type, path, detail }) => `${type} ${path}: ${detail ?? ''}`)).toEqual(want);
});
