import type { PersistentVolume, PersistentVolumeSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { immutable, oneOfIfSet, semanticEqual, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';
import { validateNodeSelector } from './affinity.ts';
import { validateAccessModes, validateClassName } from './claim-template.ts';
import { goNodeSelectorTerm } from './go-names.ts';
import { persistentVolumeRules } from './persistent-volume-sources.ts';
import { basicQuantity, positiveQuantity } from './resources.ts';
import { validateSources } from './volumes.ts';

const META = new FieldPath('metadata');
const SPEC = new FieldPath('spec');

type Volume = DeepReadonly<PersistentVolume>;
type Spec = DeepReadonly<PersistentVolumeSpec>;

/** Upstream looks at the whole new object twice in an update. */
export const persistentVolumeValidation: KindValidation<PersistentVolume> = {
  validate: (volume) => [...validateVolume(volume, false), ...validateMountOptions(volume)],
  validateUpdate: (volume, old) => {
    const anyValues = hasInvalidAffinity(old);
    return [
      ...validateVolume(volume, anyValues),
      ...validateMountOptions(volume),
      ...validateVolume(volume, anyValues),
      ...validateVolumeUpdate(volume, old),
    ];
  },
  validateStatusUpdate: (volume, old) => [
    ...validateObjectMetaUpdate(volume.metadata, old.metadata, META),
    ...((volume.metadata.resourceVersion ?? '') === '' ? [required('resourceVersion')] : []),
  ],
};

/** @go core/validation#ValidatePersistentVolume */
function validateVolume(volume: Volume, anyAffinityValues: boolean): FieldError[] {
  return [
    ...validateObjectMeta(volume.metadata, { namespaced: false, checkName: subdomainName }, META),
    ...validatePersistentVolumeSpec(volume.spec, {
      name: volume.metadata.name ?? '',
      anyAffinityValues,
      path: SPEC,
    }),
  ];
}

const POLICIES = ['Delete', 'Recycle', 'Retain'];

/** What the check of a volume's spec depends on. */
interface SpecContext {
  readonly name: string;
  readonly anyAffinityValues: boolean;
  readonly path: FieldPath;
}

/** @go core/validation#ValidatePersistentVolumeSpec */
function validatePersistentVolumeSpec(spec: Spec, { name, anyAffinityValues, path }: SpecContext): FieldError[] {
  const { accessModes = [], persistentVolumeReclaimPolicy: policy = '', hostPath } = spec;
  const policyPath = path.child('persistentVolumeReclaimPolicy');
  return [
    ...(accessModes.length === 0 ? [required(path.child('accessModes'))] : []),
    ...validateAccessModes(accessModes, path.child('accessModes')),
    ...validateCapacity(spec.capacity ?? {}, path.child('capacity')),
    ...(policy === '' ? [] : oneOfIfSet(policy, POLICIES, policyPath)),
    ...validateAffinity(spec, anyAffinityValues, path.child('nodeAffinity')),
    ...validateVolumeSources(spec, name, path),
    ...(hostPath !== undefined && isRoot(hostPath.path) && policy === 'Recycle'
      ? [forbidden(policyPath, "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
    ...validateClassName(spec.storageClassName ?? '', path.child('storageClassName')),
    ...oneOfIfSet(spec.volumeMode, ['Block', 'Filesystem'], path.child('volumeMode')),
    ...validateAttributesClass(spec, path),
  ];
}

/**
 * The volume that an attachment describes itself, which only CSI drivers have.
 *
 * @go core/validation#ValidatePersistentVolumeSpec
 */
export function validateInlineVolumeSpec(spec: Spec, path: FieldPath): FieldError[] {
  const { accessModes = [], persistentVolumeReclaimPolicy: policy = '', volumeMode = 'Filesystem' } = spec;
  const where = 'in the context of inline volumes';
  const unwanted = (['claimRef', 'capacity', 'nodeAffinity', 'storageClassName'] as const).filter((member) =>
    isGiven(spec[member]),
  );
  return [
    ...unwanted.map((member) => forbidden(path.child(member), `may not be specified ${where}`)),
    ...(spec.csi === undefined ? [required(path.child('csi'), `has to be specified ${where}`)] : []),
    ...(accessModes.length === 0 ? [required(path.child('accessModes'))] : []),
    ...validateAccessModes(accessModes, path.child('accessModes')),
    ...(policy === '' || policy === 'Retain'
      ? []
      : [forbidden(path.child('persistentVolumeReclaimPolicy'), `may only be Retain ${where}`)]),
    ...validateVolumeSources(spec, '', path),
    ...(volumeMode === 'Filesystem'
      ? []
      : [forbidden(path.child('volumeMode'), `may not specify volumeMode other than Filesystem ${where}`)]),
  ];
}

function isGiven(value: object | string | undefined): boolean {
  if (value === undefined || value === '') return false;
  return typeof value === 'string' || Object.keys(value).length > 0;
}

/** Flex volumes are looked at even beside another source. */
function validateVolumeSources(spec: Spec, name: string, path: FieldPath): FieldError[] {
  const rules = persistentVolumeRules(name);
  const flex = rules.filter(({ member }) => member === 'flexVolume');
  const given = rules.filter(({ member }) => spec[member] !== undefined).map(({ member }) => member);
  if (spec.flexVolume === undefined || given[0] === 'flexVolume') return validateSources(spec, rules, path);
  const others = rules.filter(({ member }) => member !== 'flexVolume');
  return [...validateSources(spec, others, path), ...validateSources(spec, flex, path)];
}

/** True for all spellings of the root folder. */
function isRoot(target: string): boolean {
  return target.startsWith('/') && target.split('/').every((part) => part === '' || part === '.' || part === '..');
}

function validateCapacity(capacity: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [required(path)] : []),
    ...(names.length === 1 && names[0] === 'storage' ? [] : [notSupported(path, capacity, ['storage'])]),
    ...Object.entries(capacity).flatMap(([name, value]) => [
      ...basicQuantity(value, path.key(name)),
      ...positiveQuantity(value, path.key(name)),
    ]),
  ];
}

/** @go core/validation#validateVolumeNodeAffinity */
function validateAffinity({ nodeAffinity }: Spec, anyValues: boolean, path: FieldPath): FieldError[] {
  if (nodeAffinity === undefined) return [];
  const place = path.child('required');
  return nodeAffinity.required === undefined
    ? [required(place, 'must specify required node constraints')]
    : validateNodeSelector(nodeAffinity.required, place, anyValues ? 'any' : 'checked');
}

function validateAttributesClass({ volumeAttributesClassName: name, csi }: Spec, path: FieldPath): FieldError[] {
  if (name === undefined) return [];
  const place = path.child('volumeAttributesClassName');
  const detail = 'has to be specified when using volumeAttributesClassName';
  return [
    ...(name === '' ? [required(place, 'an empty string is disallowed')] : validateClassName(name, place)),
    ...(csi === undefined ? [required(path.child('csi'), detail)] : []),
  ];
}

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';
const MOUNTABLE = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'azureFile',
  'cephfs',
  'cinder',
  'glusterfs',
  'azureDisk',
  'quobyte',
  'rbd',
  'vsphereVolume',
  'nfs',
  'iscsi',
  'storageos',
  'portworxVolume',
  'csi',
] as const;

/** Only some kinds of volumes are mounted with options. @go pkg/volume/validation#ValidatePersistentVolume */
function validateMountOptions({ metadata, spec }: Volume): FieldError[] {
  if (metadata.annotations?.[MOUNT_OPTIONS] === undefined) return [];
  if (MOUNTABLE.some((member) => spec[member] !== undefined)) return [];
  return [forbidden(META.child('annotations', MOUNT_OPTIONS), 'may not specify mount options for this volume type')];
}

/** What an update may not change. @go core/validation#ValidatePersistentVolumeUpdate */
function validateVolumeUpdate({ spec }: Volume, { spec: old }: Volume): FieldError[] {
  const errors: FieldError[] = [];
  if (!semanticEqual(sourceOf(withoutNewSecret(spec, old)), sourceOf(old))) {
    const detail = 'spec.persistentvolumesource is immutable after creation\n';
    errors.push(forbidden(SPEC.child('persistentvolumesource'), detail));
  }
  errors.push(...immutable(spec.volumeMode, old.volumeMode, new FieldPath('volumeMode')));
  if (old.nodeAffinity !== undefined && !isSameAffinity(spec, old)) {
    const detail = 'field is immutable, except for updating from beta label to GA';
    errors.push(invalid('nodeAffinity', goAffinity(spec.nodeAffinity), detail));
  }
  if (old.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
    const place = SPEC.child('volumeAttributesClassName');
    errors.push(forbidden(place, 'update from non-nil value to nil is forbidden'));
  }
  return errors;
}

/** The secret for expanding may be added. */
function withoutNewSecret(spec: Spec, old: Spec): Spec {
  if (spec.csi === undefined || old.csi === undefined) return spec;
  if (old.csi.controllerExpandSecretRef !== undefined) return spec;
  const { controllerExpandSecretRef: _added, ...csi } = spec.csi;
  return { ...spec, csi };
}

function sourceOf(spec: Spec): unknown {
  return Object.fromEntries(persistentVolumeRules('').map(({ member }) => [member, spec[member]]));
}

const GA_LABELS: Readonly<Record<string, string>> = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

/** A label of beta times may be replaced by its successor. @go core/validation#validatePvNodeAffinity */
function isSameAffinity({ nodeAffinity }: Spec, { nodeAffinity: old }: Spec): boolean {
  const terms = nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const renamed = old?.required?.nodeSelectorTerms.map((term, index) => ({
    ...term,
    matchExpressions: term.matchExpressions?.map((requirement, at) => {
      const key = terms[index]?.matchExpressions?.[at]?.key;
      return key !== undefined && GA_LABELS[requirement.key] === key ? { ...requirement, key } : requirement;
    }),
  }));
  const required = renamed === undefined ? undefined : { nodeSelectorTerms: renamed };
  return semanticEqual(nodeAffinity?.required, required);
}

function goAffinity(affinity: Spec['nodeAffinity']): unknown {
  if (affinity === undefined) return null;
  const terms = affinity.required?.nodeSelectorTerms.map(goNodeSelectorTerm);
  return { Required: terms === undefined ? null : { NodeSelectorTerms: terms } };
}

function hasInvalidAffinity({ spec }: Volume): boolean {
  const required = spec.nodeAffinity?.required;
  if (required === undefined) return false;
  const count = (values: 'any' | 'checked'): number => validateNodeSelector(required, SPEC, values).length;
  return count('checked') > count('any');
}
