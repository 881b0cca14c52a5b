import type {
  MutatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@kubescript/api/admissionregistration/v1';
import { expect, test } from 'vitest';

import { mutatingPolicyValidation, validatingBindingValidation } from './policies.ts';

const metadata = { name: 'p', creationTimestamp: '2026-01-01T00:00:00Z' };

function mutationErrors(spec: Partial<MutatingAdmissionPolicy['spec']>): string[] {
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], scope: '*' };
  const policy: MutatingAdmissionPolicy = {
    metadata,
    spec: {
      reinvocationPolicy: 'Never',
      matchConstraints: { namespaceSelector: {}, objectSelector: {}, resourceRules: [rule] },
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      ...spec,
    },
  };
  return mutatingPolicyValidation.validate(policy).map(({ path, detail }) => `${path}: ${detail ?? ''}`);
}

test.each([
  { spec: {}, want: [] },
  {
    spec: { mutations: [{ patchType: 'JSONPatch' }] },
    want: ['spec.mutations[0].jsonPatch: must be specified when patchType is JSONPatch'],
  },
  {
    spec: { paramKind: { apiVersion: 'v1', kind: '9' } },
    want: [expect.stringContaining('spec.paramKind.kind: may have mixed case, but should otherwise match')],
  },
  {
    spec: { variables: [{ name: 'for', expression: '1' }] },
    want: ['spec.variables[0].name: must be a valid CEL identifier'],
  },
])('mutating policy: $want', ({ spec, want }) => {
  expect(mutationErrors(spec)).toEqual(want);
});

test('what is deleted cannot be mutated', () => {
  const rule = { operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
  const matchConstraints = { namespaceSelector: {}, objectSelector: {}, resourceRules: [rule] };
  expect(mutationErrors({ matchConstraints })).toEqual([
    'spec.matchConstraints.resourceRules.operations: supported values: "*", "CONNECT", "CREATE", "UPDATE"',
  ]);
});

test('a binding must say what to do', () => {
  // As a client sends it that leaves the actions out.
  const binding = { metadata, spec: { policyName: 'p' } } as ValidatingAdmissionPolicyBinding;
  expect(validatingBindingValidation.validate(binding)).toMatchObject([
    { path: 'spec.validationActions', detail: 'at least one validation action is required' },
  ]);
});
