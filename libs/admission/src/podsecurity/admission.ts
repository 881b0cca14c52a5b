import { isDeepStrictEqual } from 'node:util';

import {
  newForbidden,
  newInvalid,
  invalid,
  FieldPath,
  type DeepReadonly,
  type KubeObject,
  type ObjectMeta,
} from '@kubescript/apimachinery';
import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { Pod, PodSpec, PodTemplateSpec } from '@kubescript/api/core/v1';

import { isFor, objectName, objectOf, oldObjectOf } from '../generic/attributes.ts';
import { lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { levels, violations, type Level, type LevelVersion } from './levels.ts';

const labelPrefix = 'pod-security.kubernetes.io/';

interface Policy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

interface PodLike {
  readonly metadata: DeepReadonly<ObjectMeta>;
  readonly spec: DeepReadonly<PodSpec>;
}

/**
 * PodSecurity: what pods may do, as the labels of their namespace say.
 *
 * @go k8s.io/pod-security-admission/admission#(*Admission).Validate
 */
export function podSecurity({ stores }: AdmissionDeps): AdmissionPlugin {
  return {
    name: 'PodSecurity',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      if (isFor(attributes, '', 'namespaces')) {
        checkLabels(attributes);
        return;
      }
      const pod = podOf(attributes);
      if (!pod || attributes.namespace === '') return;
      const namespace = await lookUp(stores.namespaces, '', attributes.namespace);
      const policy = policyOf(namespace?.metadata.labels ?? {});
      evaluate(pod, policy, attributes);
    },
  };
}

function evaluate(pod: PodLike, policy: Policy, attributes: AdmissionAttributes): void {
  const isPod = attributes.resource.resource === 'pods';
  if (isPod) {
    const enforced = violations(policy.enforce.level, pod.metadata, pod.spec);
    if (enforced !== '') {
      const message = `violates PodSecurity "${levelText(policy.enforce)}": ${enforced}`;
      throw newForbidden(attributes.resource, objectName(attributes), message);
    }
  }
  const audited = violations(policy.audit.level, pod.metadata, pod.spec);
  if (audited !== '') {
    attributes.annotate(
      'pod-security.kubernetes.io/audit-violations',
      `would violate PodSecurity "${levelText(policy.audit)}": ${audited}`,
    );
  }
  const warned = violations(policy.warn.level, pod.metadata, pod.spec);
  if (warned !== '') attributes.warn(`would violate PodSecurity "${levelText(policy.warn)}": ${warned}`);
}

/** The pod or pod template of the request, if it is about one that has to be looked at. */
function podOf(attributes: AdmissionAttributes): PodLike | undefined {
  const { resource, subresource } = attributes;
  if (resource.group === '' && resource.resource === 'pods') {
    if (subresource !== '' && subresource !== 'ephemeralcontainers') return undefined;
    const pod = objectOf<Pod>(attributes);
    const isUnchanged = attributes.operation === 'UPDATE' && !isSignificant(pod, oldObjectOf<Pod>(attributes));
    return isUnchanged ? undefined : pod;
  }
  const path = subresource === '' ? templatePaths[`${resource.group}/${resource.resource}`] : undefined;
  const template = path && templateAt(attributes.object, path);
  return template?.spec && { metadata: template.metadata ?? {}, spec: template.spec };
}

const templatePaths: Readonly<Record<string, readonly string[]>> = {
  '/podtemplates': ['template'],
  '/replicationcontrollers': ['spec', 'template'],
  'apps/replicasets': ['spec', 'template'],
  'apps/deployments': ['spec', 'template'],
  'apps/statefulsets': ['spec', 'template'],
  'apps/daemonsets': ['spec', 'template'],
  'batch/jobs': ['spec', 'template'],
  'batch/cronjobs': ['spec', 'jobTemplate', 'spec', 'template'],
};

function templateAt(object: KubeObject | undefined, path: readonly string[]): PodTemplateSpec | undefined {
  let value: unknown = object;
  for (const member of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[member];
  return value as PodTemplateSpec | undefined;
}

/** Updates that leave the containers and the AppArmor annotations alone change nothing that is checked. */
function isSignificant(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): boolean {
  const relevant = ({ spec, metadata }: DeepReadonly<Pod>): unknown => ({
    containers: spec.containers,
    initContainers: spec.initContainers,
    ephemeralContainers: spec.ephemeralContainers,
    annotations: Object.entries(metadata.annotations ?? {}).filter(([key]) => key.includes('apparmor')),
  });
  return !isDeepStrictEqual(relevant(pod), relevant(old));
}

function policyOf(labels: Readonly<Record<string, string>>): Policy {
  return { enforce: levelOf(labels, 'enforce'), audit: levelOf(labels, 'audit'), warn: levelOf(labels, 'warn') };
}

/** A label that cannot be read counts as the strictest level. */
function levelOf(labels: Readonly<Record<string, string>>, mode: string): LevelVersion {
  const text = labels[`${labelPrefix}${mode}`];
  const version = labels[`${labelPrefix}${mode}-version`] ?? 'latest';
  if (text === undefined) return { level: 'privileged', version };
  return { level: isLevel(text) ? text : 'restricted', version };
}

function isLevel(text: string): text is Level {
  return levels.some((level) => level === text);
}

function levelText({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}

function checkLabels(attributes: AdmissionAttributes): void {
  const { metadata } = objectOf<KubeObject>(attributes);
  const old = attributes.operation === 'UPDATE' ? oldObjectOf<KubeObject>(attributes).metadata.labels : undefined;
  const path = new FieldPath('metadata').child('labels');
  const problems = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (!key.startsWith(labelPrefix) || old?.[key] === value) return [];
    if (!key.endsWith('-version')) {
      return isLevel(value) ? [] : [invalid(path.key(key), value, `must be one of ${levels.join(', ')}`)];
    }
    const isVersion = value === 'latest' || /^v1\.\d+$/.test(value);
    return isVersion ? [] : [invalid(path.key(key), value, 'must be "latest" or "v1.x"')];
  });
  if (problems.length > 0) throw newInvalid({ group: '', kind: 'Namespace' }, metadata.name ?? '', problems);
}
