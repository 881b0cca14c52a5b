import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, statusErrors, updateErrors } from '../../testing/validation-table.ts';

const GROUP = 'certificates.k8s.io';
const KIND = 'CertificateSigningRequest';
const pem = (type: string): string => btoa(`-----BEGIN ${type}-----\nAAAA\n-----END ${type}-----\n`);
const csr: Sketch = {
  metadata: { name: 'A:b', resourceVersion: '1' },
  spec: { request: pem('CERTIFICATE REQUEST'), usages: ['client auth'], signerName: 'a.io/b' },
  status: {},
};
const conditions = (...types: string[]): Sketch => ({ conditions: types.map((type) => ({ type, status: 'True' })) });

describe('new requests', () => {
  it.each([
    ['plain', {}, []],
    ['no usages', { usages: [] }, ['spec.usages: Required value']],
    ['usages twice', { usages: ['any', 'any'] }, ['spec.usages[1]: Duplicate value: "any"']],
    ['a key', { request: pem('KEY') }, [expect.stringMatching(/PEM block type must be CERTIFICATE REQUEST$/u)]],
    [
      'the legacy signer',
      { signerName: 'kubernetes.io/legacy-unknown' },
      [
        'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
      ],
    ],
    ['no signer', { signerName: '' }, ['spec.signerName: Required value']],
    [
      'too short',
      { expirationSeconds: 599 },
      ['spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)'],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors(GROUP, KIND, merged(csr, { spec }))).toEqual(expected);
  });
});

describe('status of requests', () => {
  const approved = merged(csr, { status: conditions('Approved') });

  it.each([
    ['failed', csr, conditions('Failed'), []],
    [
      'approved',
      csr,
      conditions('Approved'),
      ['status.conditions: Forbidden: updates may not add a condition of type "Approved"'],
    ],
    [
      'no more approved',
      approved,
      { conditions: [] },
      ['status.conditions: Forbidden: updates may not remove a condition of type "Approved"'],
    ],
    [
      'both',
      approved,
      conditions('Approved', 'Denied'),
      [
        'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
        'status.conditions: Forbidden: updates may not add a condition of type "Denied"',
      ],
    ],
    [
      'uncertain',
      csr,
      { conditions: [{ type: 'Failed', status: 'False' }] },
      ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    [
      'no certificate',
      csr,
      { certificate: btoa('x') },
      ['status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block'],
    ],
    [
      'a key',
      csr,
      { certificate: pem('KEY') },
      ['status.certificate: Invalid value: "<certificate data>": only CERTIFICATE PEM blocks are allowed, found "KEY"'],
    ],
    [
      'a broken certificate',
      csr,
      { certificate: pem('CERTIFICATE') },
      ['status.certificate: Invalid value: "<certificate data>": x509: malformed certificate'],
    ],
  ])('%s', (_name, old, status, expected) => {
    expect(statusErrors(GROUP, KIND, [merged(old, { status }), old])).toEqual(expected);
  });

  it('is not set by plain updates', () => {
    expect(updateErrors(GROUP, KIND, [merged(csr, { status: { certificate: pem('CERTIFICATE') } }), csr])).toEqual([
      'status.certificate: Invalid value: "<certificate data>": x509: malformed certificate',
      'status.certificate: Forbidden: updates may not set certificate content',
    ]);
  });
});
