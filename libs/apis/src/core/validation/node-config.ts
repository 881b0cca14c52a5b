import type { ConfigMapNodeConfigSource, Node, NodeConfigSource } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isConfigMapKey,
  isDns1123Label,
  isDns1123Subdomain,
  required,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty } from '../../validation/checks.ts';

const STATUSES = ['assigned', 'active', 'lastKnownGood'] as const;

/** Sources of a kubelet's configuration, which kubelets no longer read. */
export function validateConfigSources({ spec, status }: DeepReadonly<Node>): FieldError[] {
  const path = new FieldPath('status').child('config');
  return [
    ...(spec.configSource === undefined
      ? []
      : validateSource(spec.configSource, validateSpecMap, new FieldPath('spec').child('configSource'))),
    ...STATUSES.flatMap((member) => {
      const source = status.config?.[member];
      return source === undefined ? [] : validateSource(source, validateStatusMap, path.child(member));
    }),
  ];
}

type MapSource = DeepReadonly<ConfigMapNodeConfigSource>;
type MapCheck = (source: MapSource, path: FieldPath) => FieldError[];

/** @go core/validation#validateNodeConfigSourceSpec */
function validateSource({ configMap }: DeepReadonly<NodeConfigSource>, check: MapCheck, path: FieldPath): FieldError[] {
  if (configMap !== undefined) return check(configMap, path.child('configMap'));
  return [invalid(path, { ConfigMap: null }, 'exactly one reference subfield must be non-nil')];
}

function validateSpecMap(source: MapSource, path: FieldPath): FieldError[] {
  const given = (['uid', 'resourceVersion'] as const).filter((member) => (source[member] ?? '') !== '');
  return [
    ...given.map((member) => forbidden(path.child(member), `${member} must not be set in spec`)),
    ...validateMap(source, path),
  ];
}

function validateStatusMap(source: MapSource, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(source.uid, path.child('uid')),
    ...nonEmpty(source.resourceVersion, path.child('resourceVersion')),
    ...validateMap(source, path),
  ];
}

/** @go core/validation#validateConfigMapNodeConfigSource */
function validateMap({ namespace, name, kubeletConfigKey }: MapSource, path: FieldPath): FieldError[] {
  const check = (member: string, value: string, rule: (text: string) => string[]): FieldError[] =>
    value === '' ? [required(path.child(member))] : breaches(path.child(member), value, rule(value));
  return [
    ...check('namespace', namespace, isDns1123Label),
    ...check('name', name, isDns1123Subdomain),
    ...check('kubeletConfigKey', kubeletConfigKey, isConfigMapKey),
  ];
}
