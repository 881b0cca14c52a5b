import { X509Certificate } from 'node:crypto';

import type { CertificateSigningRequest, CertificateSigningRequestCondition } from '@kubescript/api/certificates/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  quote,
  required,
} from '@kubescript/apimachinery';

import { validateSignerName } from '../../core/validation/signer-names.ts';
import { semanticEqual } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import { type KindValidation, type ValidationByKind, validationOf } from '../../validation/registry.ts';

type Csr = DeepReadonly<CertificateSigningRequest>;

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');
const STATUS = new FieldPath('status');

/** What a stored request may keep, and what a subresource may set. @go certificates/validation#certificateValidationOptions */
interface Options {
  readonly old?: Csr;
  readonly mayApprove?: boolean;
  readonly mayIssue?: boolean;
}

/** @go certificates/validation#ValidateCertificateSigningRequestCreate */
const csrValidation: KindValidation<CertificateSigningRequest> = {
  validate: (csr) => validateCsr(csr, {}),
  validateUpdate: (csr, old) => validateCsrUpdate(csr, { old }),
  validateStatusUpdate: (csr, old) => validateCsrUpdate(csr, { old, mayIssue: true }),
};

/** Checks the approval subresource. @go certificates/validation#ValidateCertificateSigningRequestApprovalUpdate */
export function validateCsrApprovalUpdate(csr: Csr, old: Csr): FieldError[] {
  return validateCsrUpdate(csr, { old, mayApprove: true });
}

function validateCsr(csr: Csr, options: Options): FieldError[] {
  return [
    ...validateObjectMeta(csr.metadata, { namespaced: false, checkName: () => [] }, META),
    ...validateSpec(csr, options.old),
    ...validateConditions(csr, options.old),
    ...validateIssued(csr, options.old),
  ];
}

/** @go certificates/validation#validateCertificateSigningRequestUpdate */
function validateCsrUpdate(csr: Csr, options: Options & { readonly old: Csr }): FieldError[] {
  const { old, mayApprove = false, mayIssue = false } = options;
  return [
    ...validateCsr(csr, options),
    ...validateConditionsKept(csr, old),
    ...(mayApprove ? [] : validateApprovalKept(csr, old)),
    ...validateCertificateKept(csr, old, mayIssue),
    ...validateObjectMetaUpdate(csr.metadata, old.metadata, META),
  ];
}

const USAGES: readonly string[] = [
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
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown';

function validateSpec({ spec }: Csr, old: Csr | undefined): FieldError[] {
  const { request, usages = [], signerName, expirationSeconds: seconds } = spec;
  const path = SPEC.child('signerName');
  const isNewLegacy = signerName === LEGACY_SIGNER && old?.spec.signerName !== LEGACY_SIGNER;
  return [
    ...validateRequest(request, SPEC.child('request')),
    ...(usages.length === 0 ? [required(SPEC.child('usages'))] : []),
    ...validateUsages(usages, old?.spec.usages ?? []),
    ...(isNewLegacy
      ? [invalid(path, signerName, 'the legacy signerName is not allowed via this API version')]
      : validateSignerName(signerName, path)),
    ...(seconds !== undefined && seconds < MIN_SECONDS
      ? [
          invalid(
            SPEC.child('expirationSeconds'),
            seconds,
            'may not specify a duration less than 600 seconds (10 minutes)',
          ),
        ]
      : []),
  ];
}

function validateUsages(usages: readonly string[], old: readonly string[]): FieldError[] {
  const path = SPEC.child('usages');
  const mayBeUnknown = old.some((usage) => !USAGES.includes(usage));
  const mayRepeat = new Set(old).size < old.length;
  const unknown = usages.flatMap((usage, index) =>
    mayBeUnknown || USAGES.includes(usage) ? [] : [notSupported(path.index(index), usage, USAGES)],
  );
  const repeated = usages.flatMap((usage, index) =>
    mayRepeat || usages.indexOf(usage) === index ? [] : [duplicate(path.index(index), usage)],
  );
  return [...unknown, ...repeated];
}

/** A block of PEM that holds a PKCS #10 request. */
function validateRequest(request: string | null, path: FieldPath): FieldError[] {
  const text = atob(request ?? '');
  const block = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/.exec(text);
  if (block?.[1] === 'CERTIFICATE REQUEST') return [];
  return [invalid(path, request, 'PEM block type must be CERTIFICATE REQUEST')];
}

type Conditions = readonly DeepReadonly<CertificateSigningRequestCondition>[];

function conditionsOf(csr: Csr | undefined): Conditions {
  return csr?.status.conditions ?? [];
}

const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];
/** Conditions that can only be true. */
const TRUE_ONLY: readonly string[] = ['Approved', 'Denied', 'Failed'];
const CONDITIONS = STATUS.child('conditions');

/** @go certificates/validation#validateConditions */
function validateConditions(csr: Csr, old: Csr | undefined): FieldError[] {
  const conditions = conditionsOf(csr);
  const mayLackType = conditionsOf(old).some(({ type }) => type === '');
  const mayRepeat = isRepetitive(conditionsOf(old));
  const mayContradict = decisions(conditionsOf(old)) > 1;
  return conditions.flatMap(({ type, status = '' }, index) => {
    const place = CONDITIONS.index(index);
    const before = conditions.slice(0, index);
    const isFirstContradiction = decisions([...before, { type, status }]) > 1 && DECISIONS.includes(type);
    return [
      ...(type === '' && !mayLackType ? [required(place.child('type'))] : []),
      ...validateConditionStatus(type, status, place.child('status')),
      ...(isFirstContradiction && !mayContradict
        ? [invalid(CONDITIONS, type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(before.some((other) => other.type === type) && !mayRepeat ? [duplicate(place.child('type'), type)] : []),
    ];
  });
}

const DECISIONS: readonly string[] = ['Approved', 'Denied'];

/** How many of approval and denial are there. */
function decisions(conditions: Conditions): number {
  return DECISIONS.filter((decision) => conditions.some(({ type }) => type === decision)).length;
}

function isRepetitive(conditions: Conditions): boolean {
  return new Set(conditions.map(({ type }) => type)).size < conditions.length;
}

function validateConditionStatus(type: string, status: string, path: FieldPath): FieldError[] {
  const allowed = TRUE_ONLY.includes(type) ? ['True'] : STATUSES;
  if (status === '') return [required(path)];
  return allowed.includes(status) ? [] : [notSupported(path, status, allowed)];
}

/** What was wrong with a certificate, or is not touched, may stay. */
function validateIssued({ status }: Csr, old: Csr | undefined): FieldError[] {
  if (old !== undefined) {
    const before = old.status.certificate;
    if ((status.certificate ?? '') === (before ?? '') || problemOf(before) !== undefined) return [];
  }
  const problem = problemOf(status.certificate);
  return problem === undefined ? [] : [invalid(STATUS.child('certificate'), '<certificate data>', problem)];
}

/** @go certificates/validation#validateCertificate */
function problemOf(certificate: string | undefined): string | undefined {
  if (certificate === undefined || certificate === '') return undefined;
  const blocks = [...atob(certificate).matchAll(PEM_BLOCK)];
  for (const [block, type, body = ''] of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${quote(type ?? '')}`;
    if (body.includes(':')) return 'no PEM block headers are permitted';
    if (!isCertificate(block)) return 'x509: malformed certificate';
  }
  return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}

const PEM_BLOCK = /-----BEGIN ([^-\n]+)-----\n([\s\S]*?)-----END \1-----/g;

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

function ofType(csr: Csr, type: string): Conditions {
  return conditionsOf(csr).filter((condition) => condition.type === type);
}

function validateConditionsKept(csr: Csr, old: Csr): FieldError[] {
  return TRUE_ONLY.filter((type) => ofType(csr, type).length < ofType(old, type).length).map((type) =>
    forbidden(CONDITIONS, `updates may not remove a condition of type "${type}"`),
  );
}

function validateApprovalKept(csr: Csr, old: Csr): FieldError[] {
  return DECISIONS.flatMap((type) => {
    const [now, before] = [ofType(csr, type), ofType(old, type)];
    if (now.length < before.length || semanticEqual(now, before)) return [];
    const change = now.length > before.length ? 'add' : 'modify';
    return [forbidden(CONDITIONS, `updates may not ${change} a condition of type "${type}"`)];
  });
}

function validateCertificateKept({ status }: Csr, { status: old }: Csr, mayIssue: boolean): FieldError[] {
  const before = old.certificate ?? '';
  if ((status.certificate ?? '') === before) return [];
  const path = STATUS.child('certificate');
  if (!mayIssue) return [forbidden(path, 'updates may not set certificate content')];
  return before === '' ? [] : [forbidden(path, 'updates may not modify existing certificate content')];
}

/** Rules of the kinds of certificates.k8s.io. */
export const certificatesValidation: ValidationByKind = { CertificateSigningRequest: validationOf(csrValidation) };
