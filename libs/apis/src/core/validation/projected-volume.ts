import type {
  ClusterTrustBundleProjection,
  PodCertificateProjection,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  validateAnnotations,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty } from '../../validation/checks.ts';
import { validateDownwardFile, validateKeyToPath, validateMode } from './config-volumes.ts';
import { validateNonReservedPath } from './paths.ts';
import type { PodContext } from './pod-context.ts';
import { clusterTrustBundleName, isKubernetesSigner, signerOfBundle, validateSignerName } from './signer-names.ts';

/** What the sources of one projected volume share. */
interface Projections {
  /** The volume's path: conflicts are reported there. */
  readonly path: FieldPath;
  readonly taken: Set<string>;
  readonly context: PodContext;
}

/** @go core/validation#validateProjectedVolumeSource */
export function validateProjected(
  source: DeepReadonly<ProjectedVolumeSource>,
  context: PodContext,
  path: FieldPath,
): FieldError[] {
  const projections: Projections = { path, taken: new Set(), context };
  return [
    ...validateMode(source.defaultMode, path.child('defaultMode')),
    ...(source.sources ?? []).flatMap((projection, index) =>
      validateProjection(projection, projections, path.child('sources').index(index)),
    ),
  ];
}

/** @go core/validation#validateProjectionSources */
function validateProjection(
  projection: DeepReadonly<VolumeProjection>,
  projections: Projections,
  path: FieldPath,
): FieldError[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = projection;
  const errors: FieldError[] = [];
  for (const [name, source] of Object.entries({ secret, configMap })) {
    if (source !== undefined) errors.push(...validateKeys(source, projections, path.child(name)));
  }
  for (const file of downwardAPI?.items ?? []) {
    errors.push(...validateDownwardFile(file, path.child('downwardAPI')));
    errors.push(...take(file.path, file.path, projections));
  }
  if (serviceAccountToken !== undefined) {
    errors.push(...validateToken(serviceAccountToken, projections, path.child('serviceAccountToken')));
  }
  if (clusterTrustBundle !== undefined) {
    errors.push(...validateTrustBundle(clusterTrustBundle, path.child('clusterTrustBundle')));
    errors.push(...take(clusterTrustBundle.path, clusterTrustBundle.path, projections));
  }
  if (podCertificate !== undefined) {
    errors.push(...validateCertificate(podCertificate, projections, path.child('podCertificate')));
  }
  const given = [secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate];
  if (given.filter(Boolean).length > 1) {
    errors.push(forbidden(path, 'may not specify more than 1 volume type per source'));
  }
  return errors;
}

/** No two sources make the same file. `shown` is what the message calls the second. */
function take(target: string, shown: string, { path, taken }: Projections): FieldError[] {
  if (target === '') return [];
  if (taken.has(target)) return [invalid(path, shown, 'conflicting duplicate paths')];
  taken.add(target);
  return [];
}

function validateKeys(
  source: NonNullable<DeepReadonly<VolumeProjection>['secret']>,
  projections: Projections,
  path: FieldPath,
): FieldError[] {
  const name = source.name ?? '';
  return [
    ...nonEmpty(name, path.child('name')),
    ...(source.items ?? []).flatMap((item, index) => [
      ...validateKeyToPath(item, path.child('items').index(index)),
      ...take(item.path, name, projections),
    ]),
  ];
}

function validateToken(
  { expirationSeconds = 3600, path: target }: DeepReadonly<ServiceAccountTokenProjection>,
  { path: volumePath, context }: Projections,
  path: FieldPath,
): FieldError[] {
  const place = path.child('expirationSeconds');
  const errors: FieldError[] = [];
  if (expirationSeconds < 600) {
    errors.push(invalid(place, expirationSeconds, 'may not specify a duration less than 10 minutes'));
  }
  if (expirationSeconds > 2 ** 32) {
    errors.push(invalid(place, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (target === '') errors.push(required(volumePath.child('path')));
  else if (context.tolerated.nonLocalTokenPaths !== true) {
    errors.push(...validateNonReservedPath(target, volumePath.child('path')));
  }
  return errors;
}

function validateTrustBundle(source: DeepReadonly<ClusterTrustBundleProjection>, path: FieldPath): FieldError[] {
  return [
    ...validateBundleChoice(source, path),
    ...nonEmpty(source.path, path.child('path')),
    ...validateNonReservedPath(source.path, path.child('path')),
  ];
}

function validateBundleChoice(
  source: DeepReadonly<ClusterTrustBundleProjection>,
  path: FieldPath,
): readonly FieldError[] {
  const { name, signerName, labelSelector } = source;
  if (name !== undefined && signerName !== undefined) {
    return [invalid(path, goBundle(source), 'only one of name and signerName may be used')];
  }
  if (name !== undefined) return validateBundleName(name, labelSelector, path);
  if (signerName === undefined) return [required(path, 'either name or signerName must be specified')];
  return [
    ...(signerName === '' ? [required(path.child('signerName'), 'must be a valid signer name')] : []),
    ...validateSignerName(signerName, path.child('signerName')),
    ...validateLabelSelector(labelSelector, path.child('labelSelector')),
  ];
}

function validateBundleName(
  name: string,
  labelSelector: DeepReadonly<ClusterTrustBundleProjection>['labelSelector'],
  path: FieldPath,
): FieldError[] {
  const place = path.child('name');
  const errors = name === '' ? [required(place, 'must be a valid object name')] : [];
  const broken = clusterTrustBundleName(signerOfBundle(name))(name, false);
  errors.push(
    ...breaches(
      place,
      name,
      broken.map((message) => `not a valid clustertrustbundlename: ${message}`),
    ),
  );
  if (labelSelector !== undefined) {
    const detail = 'labelSelector must be unset if name is specified';
    errors.push(invalid(path.child('labelSelector'), labelSelector, detail));
  }
  return errors;
}

function goBundle(source: DeepReadonly<ClusterTrustBundleProjection>): unknown {
  return {
    Name: source.name ?? null,
    SignerName: source.signerName ?? null,
    LabelSelector: source.labelSelector ?? null,
    Optional: source.optional ?? null,
    Path: source.path,
  };
}

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const HOUR = 3600;
const MAX_SECONDS = 91 * 24 * HOUR;
const KUBERNETES_MAX_SECONDS = 24 * HOUR;

function validateCertificate(
  source: DeepReadonly<PodCertificateProjection>,
  projections: Projections,
  path: FieldPath,
): FieldError[] {
  const errors = [
    ...validateSignerName(source.signerName, path.child('signerName')),
    ...validateAnnotations(source.userAnnotations, path.child('userAnnotations')),
    ...(KEY_TYPES.includes(source.keyType) ? [] : [notSupported(path.child('keyType'), source.keyType, KEY_TYPES)]),
    ...validateMaxExpiration(source, path.child('maxExpirationSeconds')),
  ];
  let files = 0;
  for (const member of ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const) {
    const target = source[member] ?? '';
    if (target === '') continue;
    files++;
    errors.push(...validateNonReservedPath(target, path.child(member)), ...take(target, target, projections));
  }
  if (files === 0) {
    const detail = 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath';
    errors.push(required(path, detail));
  }
  return errors;
}

function validateMaxExpiration(
  { maxExpirationSeconds: seconds, signerName }: DeepReadonly<PodCertificateProjection>,
  path: FieldPath,
): FieldError[] {
  if (seconds === undefined) return [];
  const max = isKubernetesSigner(signerName) ? KUBERNETES_MAX_SECONDS : MAX_SECONDS;
  if (seconds < HOUR) return [invalid(path, seconds, `if provided, maxExpirationSeconds must be >= ${String(HOUR)}`)];
  return seconds > max ? [invalid(path, seconds, `if provided, maxExpirationSeconds must be <= ${String(max)}`)] : [];
}
