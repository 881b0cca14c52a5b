import {
  type DeepReadonly,
  type KubeObject,
  type ObjectMeta,
  jsonEqual,
  newForbidden,
  newInternalError,
  newInvalid,
} from '@kubescript/apimachinery';
import type { AdmissionAttributes, AdmissionPlugin } from '@kubescript/apiserver';
import type { Namespace, Pod, PodSpec, PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  type LevelVersion,
  type Policy,
  compareLevels,
  evaluatePod,
  forbiddenDetail,
  formatLevelVersion,
  isSameLevelVersion,
  policyToEvaluate,
} from '@kubescript/pod-security-admission';

import { isFor, objectName, objectOf, oldObjectOf } from '../generic/attributes.ts';
import { listCached, lookUp } from '../generic/cached.ts';
import type { AdmissionDeps } from '../generic/deps.ts';
import { type PodSecurityConfiguration, podSecurityConfiguration } from './configuration.ts';
import type { PodSecurityMetrics } from './metrics.ts';
import { namespaceWarnings } from './namespace-warnings.ts';
import { isSignificantUpdate } from './significant-update.ts';

const auditPrefix = 'pod-security.kubernetes.io/';

interface PodLike {
  readonly metadata: DeepReadonly<ObjectMeta>;
  readonly spec: DeepReadonly<PodSpec>;
}

/** Subresources of pods that change nothing that is checked; others are, whatever they may be. */
const ignoredSubresources: readonly string[] = [
  'exec',
  'attach',
  'binding',
  'eviction',
  'log',
  'portforward',
  'proxy',
  'status',
];

/**
 * PodSecurity: what pods may do, as the labels of their namespace say.
 *
 * @go k8s.io/pod-security-admission/admission#(*Admission).Validate
 */
export function podSecurity(deps: AdmissionDeps): AdmissionPlugin {
  const configuration = podSecurityConfiguration(deps.configuration?.('PodSecurity'));
  return {
    name: 'PodSecurity',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      if (isFor(attributes, '', 'namespaces')) await validateNamespace(attributes, configuration, deps);
      else await validatePods(attributes, configuration, deps);
    },
  };
}

/** @go k8s.io/pod-security-admission/admission#(*Admission).ValidateNamespace */
async function validateNamespace(
  attributes: AdmissionAttributes,
  { defaults, exemptions }: PodSecurityConfiguration,
  { stores, clock }: AdmissionDeps,
): Promise<void> {
  const namespace = objectOf<Namespace>(attributes);
  const name = namespace.metadata.name ?? '';
  const { policy, errors } = policyToEvaluate(namespace.metadata.labels, defaults);
  const isUpdate = attributes.operation === 'UPDATE';
  const old = isUpdate ? policyToEvaluate(oldObjectOf<Namespace>(attributes).metadata.labels, defaults) : undefined;
  if (errors.length > 0 && !jsonEqual(errors, old?.errors)) {
    throw newInvalid({ group: '', kind: 'Namespace' }, name, [...errors]);
  }
  if (exemptions.namespaces.includes(name)) {
    if (!isPrivileged(policy) && !jsonEqual(policy, defaults)) {
      const text = modesText(policy);
      attributes.warn(`namespace "${name}" is exempt from Pod Security, and the policy (${text}) will be ignored`);
    }
    return;
  }
  if (!old || !isStricter(policy.enforce, old.policy.enforce)) return;
  const pods = await listCached(stores.pods, name);
  const checked = pods.filter(({ spec }) => !exemptions.runtimeClasses.includes(spec.runtimeClassName ?? ''));
  for (const warning of namespaceWarnings(name, checked, policy.enforce, clock)) attributes.warn(warning);
}

function isStricter(next: LevelVersion, old: LevelVersion): boolean {
  if (isSameLevelVersion(next, old) || next.level === 'privileged') return false;
  return next.version !== old.version || compareLevels(next.level, old.level) > 0;
}

function isPrivileged({ enforce, audit, warn }: Policy): boolean {
  return [enforce, audit, warn].every(({ level }) => level === 'privileged');
}

function modesText(policy: Policy): string {
  return (['enforce', 'audit', 'warn'] as const)
    .filter((mode) => policy[mode].level !== 'privileged')
    .map((mode) => `${mode}=${formatLevelVersion(policy[mode])}`)
    .join(', ');
}

/** @go k8s.io/pod-security-admission/admission#(*Admission).ValidatePod */
async function validatePods(
  attributes: AdmissionAttributes,
  { defaults, exemptions }: PodSecurityConfiguration,
  { stores, podSecurityMetrics: metrics }: AdmissionDeps,
): Promise<void> {
  const { namespace, user } = attributes;
  const pod = podOf(attributes);
  if (!pod || namespace === '') return;
  const exempt = (why: string): void => {
    attributes.annotate(`${auditPrefix}exempt`, why);
    metrics?.exemption(attributes);
  };
  if (exemptions.namespaces.includes(namespace)) {
    exempt('namespace');
    return;
  }
  if (exemptions.usernames.includes(user.name)) {
    exempt('user');
    return;
  }
  const found = await lookUp(stores.namespaces, '', namespace);
  if (!found) {
    metrics?.error(true, attributes);
    throw newInternalError(`failed to lookup namespace ${namespace}`);
  }
  const { policy, errors } = policyToEvaluate(found.metadata.labels, defaults);
  const isPod = attributes.resource.resource === 'pods';
  if (errors.length === 0 && isIndifferent(policy, isPod)) {
    if (isPod) metrics?.evaluation('allow', policy.enforce, 'enforce', attributes);
    return;
  }
  if (isPod && attributes.operation === 'UPDATE') {
    if (!isSignificantUpdate(objectOf<Pod>(attributes), oldObjectOf<Pod>(attributes))) return;
  }
  const { runtimeClassName = '' } = pod.spec;
  if (runtimeClassName !== '' && exemptions.runtimeClasses.includes(runtimeClassName)) {
    exempt('runtimeClass');
    return;
  }
  if (errors.length > 0) {
    const text = errors.map(({ path, detail }) => `${path}: ${detail ?? ''}`).join(', ');
    attributes.annotate(`${auditPrefix}error`, `Failed to parse policy: ${text}`);
    metrics?.error(false, attributes);
  }
  evaluate(pod, policy, attributes, { enforce: isPod, metrics });
}

/** Whether nothing could come of looking at the pod; templates are never refused. */
function isIndifferent({ enforce, audit, warn }: Policy, isPod: boolean): boolean {
  const concerned = isPod ? [enforce, audit, warn] : [audit, warn];
  return concerned.every(({ level }) => level === 'privileged');
}

/** @go k8s.io/pod-security-admission/admission#(*Admission).EvaluatePod */
function evaluate(
  pod: PodLike,
  policy: Policy,
  attributes: AdmissionAttributes,
  { enforce, metrics }: { readonly enforce: boolean; readonly metrics: PodSecurityMetrics | undefined },
): void {
  const details = new Map<string, string>();
  const detailOf = (levelVersion: LevelVersion): string => {
    const key = formatLevelVersion(levelVersion);
    const known = details.get(key) ?? forbiddenDetail(evaluatePod(levelVersion, pod.metadata, pod.spec));
    details.set(key, known);
    return known;
  };
  const would = (mode: 'audit' | 'warn'): string | undefined => {
    const detail = detailOf(policy[mode]);
    if (detail === '') return undefined;
    metrics?.evaluation('deny', policy[mode], mode, attributes);
    return `would violate PodSecurity "${formatLevelVersion(policy[mode])}": ${detail}`;
  };
  if (enforce) attributes.annotate(`${auditPrefix}enforce-policy`, formatLevelVersion(policy.enforce));
  const audited = would('audit');
  if (audited !== undefined) attributes.annotate(`${auditPrefix}audit-violations`, audited);
  const refused = enforce ? detailOf(policy.enforce) : '';
  if (enforce) metrics?.evaluation(refused === '' ? 'allow' : 'deny', policy.enforce, 'enforce', attributes);
  if (refused !== '') {
    const message = `violates PodSecurity "${formatLevelVersion(policy.enforce)}": ${refused}`;
    throw newForbidden(attributes.resource, objectName(attributes), message);
  }
  const warned = would('warn');
  if (warned !== undefined) attributes.warn(warned);
}

/** The pod or pod template of the request, if it is about one that has to be looked at. */
function podOf(attributes: AdmissionAttributes): PodLike | undefined {
  const { resource, subresource } = attributes;
  if (resource.group === '' && resource.resource === 'pods') {
    return ignoredSubresources.includes(subresource) ? undefined : objectOf<Pod>(attributes);
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
