import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '@kubescript/api/certificates/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { equal, immutable, pathSegmentName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

type Csr = DeepReadonly<CertificateSigningRequest>;

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** @go certificates/validation#ValidateCertificateSigningRequestCreate */
const csrValidation: KindValidation<CertificateSigningRequest> = {
  validate: (csr) => [
    ...validateObjectMeta(csr.metadata, { namespaced: false, checkName: pathSegmentName }, META),
    ...validateSpec(csr),
    ...validateConditions(csr),
  ],
  validateUpdate: (csr, old) => [
    ...validateObjectMetaUpdate(csr.metadata, old.metadata, META),
    ...validateStatusKept(csr, old, { approval: false, certificate: false }),
  ],
  validateStatusUpdate: (csr, old) => [
    ...validateObjectMetaUpdate(csr.metadata, old.metadata, META),
    ...validateConditions(csr),
    ...validateCertificate(csr.status.certificate),
    ...validateStatusKept(csr, old, { approval: false, certificate: true }),
  ],
};

/** Checks the approval subresource. @go certificates/validation#ValidateCertificateSigningRequestApprovalUpdate */
export function validateCsrApprovalUpdate(csr: Csr, old: Csr): FieldError[] {
  return [
    ...validateObjectMetaUpdate(csr.metadata, old.metadata, META),
    ...validateConditions(csr),
    ...validateStatusKept(csr, old, { approval: true, certificate: false }),
  ];
}

const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];

const MIN_SECONDS = 600;

function validateSpec({ spec }: Csr): FieldError[] {
  const { request, usages = [], signerName, expirationSeconds } = spec;
  const errors = validateRequest(request, SPEC.child('request'));
  if (usages.length === 0) errors.push(required(SPEC.child('usages')));
  usages.forEach((usage, index) => {
    const path = SPEC.child('usages').index(index);
    if (!USAGES.includes(usage)) errors.push(notSupported(path, usage, USAGES));
    if (usages.indexOf(usage) < index) errors.push(duplicate(path, usage));
  });
  errors.push(...validateSignerName(signerName, SPEC.child('signerName')));
  if (expirationSeconds !== undefined && expirationSeconds < MIN_SECONDS) {
    const detail = 'may not specify a duration less than 600 seconds (10 minutes)';
    errors.push(invalid(SPEC.child('expirationSeconds'), expirationSeconds, detail));
  }
  return errors;
}

/** A block of PEM that holds a PKCS #10 request. */
function validateRequest(request: string | null, path: FieldPath): FieldError[] {
  const text = atob(request ?? '');
  const block = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/.exec(text);
  if (block?.[1] === 'CERTIFICATE REQUEST') return [];
  return [invalid(path, request, 'PEM block type must be CERTIFICATE REQUEST')];
}

/** @go certificates/validation#ValidateSignerName */
export function validateSignerName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const [domain = '', ...rest] = name.split('/');
  const signer = rest.join('/');
  const shape = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
  if (rest.length !== 1) return [invalid(path, name, shape)];
  const errors: FieldError[] = [];
  if (isDns1123Subdomain(domain).length > 0) {
    errors.push(
      ...isDns1123Subdomain(domain).map((message) => invalid(path, domain, `validating label "${domain}": ${message}`)),
    );
  } else if (!domain.includes('.')) {
    errors.push(invalid(path, domain, 'should be a domain with at least two segments separated by dots'));
  }
  if (signer === '') errors.push(invalid(path, name, shape));
  else errors.push(...isDns1123Subdomain(signer).map((message) => invalid(path, signer, message)));
  if (name.length > 571) errors.push(tooLong(path, name, 571));
  return errors;
}

function validateConditions({ status }: Csr): FieldError[] {
  const seen = new Set<string>();
  const conditions = status.conditions ?? [];
  const path = STATUS.child('conditions');
  const errors: FieldError[] = [];
  conditions.forEach(({ type, status: value }, index) => {
    const place = path.index(index);
    if (type === '') errors.push(required(place.child('type')));
    if (seen.has(type)) errors.push(duplicate(place.child('type'), type));
    seen.add(type);
    const mustBeTrue = ['Approved', 'Denied', 'Failed'].includes(type);
    if (value === '') errors.push(required(place.child('status')));
    else if (mustBeTrue && value !== 'True') errors.push(notSupported(place.child('status'), value, ['True']));
    else if (!['True', 'False', 'Unknown'].includes(value)) {
      errors.push(notSupported(place.child('status'), value, ['False', 'True', 'Unknown']));
    }
  });
  if (seen.has('Approved') && seen.has('Denied')) {
    const index = conditions.findIndex(({ type }) => type === 'Denied');
    errors.push(
      invalid(path.index(index).child('type'), 'Denied', 'Approved and Denied conditions are mutually exclusive'),
    );
  }
  return errors;
}

function validateCertificate(certificate: string | undefined): FieldError[] {
  if (certificate === undefined) return [];
  const text = atob(certificate);
  if (/-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(text)) return [];
  const path = STATUS.child('certificate');
  return [invalid(path, '<certificate data>', 'must contain at least one CERTIFICATE PEM block')];
}

interface Permits {
  readonly approval: boolean;
  readonly certificate: boolean;
}

function validateStatusKept(csr: Csr, old: Csr, permits: Permits): FieldError[] {
  const errors = immutable(csr.spec, old.spec, SPEC);
  const path = STATUS.child('conditions');
  const of = (object: Csr, type: string): readonly DeepReadonly<CertificateSigningRequestCondition>[] =>
    (object.status.conditions ?? []).filter((condition) => condition.type === type);
  for (const type of ['Approved', 'Denied', 'Failed']) {
    const now = of(csr, type);
    const before = of(old, type);
    const mayAdd = type === 'Failed' ? permits.certificate || permits.approval : permits.approval;
    if (now.length < before.length)
      errors.push(forbidden(path, `updates may not remove a condition of type "${type}"`));
    else if (now.length > before.length && !mayAdd) {
      errors.push(forbidden(path, `updates may not add a condition of type "${type}"`));
    } else if (
      before.length > 0 &&
      !equal(
        now.map(({ status }) => status),
        before.map(({ status }) => status),
      )
    ) {
      errors.push(forbidden(path, `updates may not modify a condition of type "${type}"`));
    }
  }
  if (!equal(csr.status.certificate, old.status.certificate)) {
    const place = STATUS.child('certificate');
    if (!permits.certificate) errors.push(forbidden(place, 'updates may not set certificate content'));
    else if (old.status.certificate !== undefined) {
      errors.push(forbidden(place, 'updates may not modify existing certificate content'));
    }
  }
  return errors;
}

/** Rules of the kinds of certificates.k8s.io. */
export const certificatesValidation: ValidationByKind = { CertificateSigningRequest: validationOf(csrValidation) };
