import { quote, type DeepReadonly, type ObjectMeta } from '@kubescript/apimachinery';
import type { Container, EnvVar, PodAffinityTerm, PodSpec, PodTemplateSpec } from '@kubescript/api/core/v1';

import { addressWarnings } from '../../generic/address-warnings.ts';
import { fractionWarnings } from '../../generic/fraction-warnings.ts';
import {
  nodeLabelDeprecation,
  nodeSelectorTermWarnings,
  nodeSelectorWarnings,
  preferenceWarnings,
} from '../node/label-warnings.ts';
import { portWarnings } from './port-warnings.ts';
import { volumeWarnings } from './volume-warnings.ts';

const byteResources: readonly string[] = ['memory', 'ephemeral-storage'];
const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';
const seccompAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';
const containerSeccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/';
const deprecatedAnnotations = Object.entries({
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
});
const noSelector = 'a null labelSelector results in matching no pod';

type Meta = DeepReadonly<ObjectMeta>;
type Spec = DeepReadonly<PodSpec>;

/** What is legal in a pod template but unwise; `path` leads to the template. */
export function podTemplateWarnings(template: DeepReadonly<PodTemplateSpec> | undefined, path: string): string[] {
  return template?.spec ? podWarnings(template.metadata ?? {}, template.spec, `${path}.`) : [];
}

/**
 * What is legal in a pod but unwise; `prefix` is put before every path.
 *
 * @go k8s.io/kubernetes/pkg/api/pod#GetWarningsForPod
 */
export function podWarnings(metadata: Meta, spec: Spec, prefix: string): string[] {
  const path = `${prefix}spec`;
  const containers = containersOf(spec, path);
  const ports = containers.map(({ at, container }) => ({ path: `${at}.ports`, ports: container.ports ?? [] }));
  return [
    ...nodeSelectorWarnings(spec.nodeSelector, `${path}.nodeSelector`),
    ...affinityWarnings(spec, `${path}.affinity`),
    ...spreadWarnings(spec, `${path}.topologySpreadConstraints`),
    ...annotationWarnings(metadata, spec, `${prefix}metadata.annotations`),
    ...volumeWarnings(spec, `${path}.volumes`),
    ...addressListWarnings(spec, path),
    ...pullSecretWarnings(spec, `${path}.imagePullSecrets`),
    ...fractionWarnings(spec.overhead, `${path}.overhead`, byteResources),
    ...containers.flatMap(({ at, container }) => [
      ...containerAnnotationWarnings(metadata, spec, container, prefix),
      ...fractionWarnings(container.resources?.limits, `${at}.resources.limits`, byteResources),
      ...fractionWarnings(container.resources?.requests, `${at}.resources.requests`, byteResources),
      ...envWarnings(container.env ?? [], `${at}.env`),
    ]),
    ...portWarnings(ports),
    ...graceWarnings(spec, path),
  ];
}

interface PlacedContainer {
  readonly at: string;
  readonly container: DeepReadonly<Omit<Container, 'resizePolicy'>>;
}

function containersOf(spec: Spec, path: string): readonly PlacedContainer[] {
  const { initContainers = [], containers, ephemeralContainers = [] } = spec;
  return [
    ...placed(initContainers, `${path}.initContainers`),
    ...placed(containers, `${path}.containers`),
    ...placed(ephemeralContainers, `${path}.ephemeralContainers`),
  ];
}

function placed(containers: readonly PlacedContainer['container'][], path: string): PlacedContainer[] {
  return containers.map((container, index) => ({ at: `${path}[${String(index)}]`, container }));
}

function affinityWarnings({ affinity }: Spec, path: string): string[] {
  const { nodeAffinity } = affinity ?? {};
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferred = nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const requiredPath = `${path}.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  const preferredPath = `${path}.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...required.flatMap((term, index) => nodeSelectorTermWarnings(term, `${requiredPath}[${String(index)}]`)),
    ...preferred.flatMap(({ preference }, index) =>
      preferenceWarnings(preference, `${preferredPath}[${String(index)}].preference`),
    ),
    ...(['podAffinity', 'podAntiAffinity'] as const).flatMap((name) =>
      podAffinityWarnings(affinity?.[name], `${path}.${name}`),
    ),
  ];
}

function podAffinityWarnings(
  affinity:
    | {
        readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly DeepReadonly<PodAffinityTerm>[];
        readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
          readonly podAffinityTerm: DeepReadonly<PodAffinityTerm>;
        }[];
      }
    | undefined,
  path: string,
): string[] {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const requiredPath = `${path}.requiredDuringSchedulingIgnoredDuringExecution`;
  const preferredPath = `${path}.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...required.flatMap(({ labelSelector }, index) =>
      labelSelector ? [] : [`${requiredPath}[${String(index)}].labelSelector: ${noSelector}`],
    ),
    ...preferred.flatMap(({ podAffinityTerm }, index) =>
      podAffinityTerm.labelSelector
        ? []
        : [`${preferredPath}[${String(index)}].podAffinityTerm.labelSelector: ${noSelector}`],
    ),
  ];
}

function spreadWarnings({ topologySpreadConstraints = [] }: Spec, path: string): string[] {
  return topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, index) => {
    const at = `${path}[${String(index)}]`;
    const deprecation = nodeLabelDeprecation(topologyKey);
    return [
      ...(deprecation === undefined ? [] : [`${at}.topologyKey: ${topologyKey} is ${deprecation}`]),
      ...(labelSelector ? [] : [`${at}.labelSelector: ${noSelector}`]),
    ];
  });
}

function annotationWarnings({ annotations = {} }: Meta, { securityContext }: Spec, path: string): string[] {
  const warnings = deprecatedAnnotations.flatMap(([key, message]) =>
    annotations[key] === undefined ? [] : [`${path}[${key}]: ${message}`],
  );
  if (securityContext?.seccompProfile === undefined && annotations[seccompAnnotation] !== undefined) {
    warnings.push(seccompWarning(path, seccompAnnotation));
  }
  return warnings;
}

const seccompWarning = (path: string, key: string): string =>
  `${path}[${key}]: non-functional in v1.27+; use the "seccompProfile" field instead`;

function containerAnnotationWarnings(
  { annotations = {} }: Meta,
  spec: Spec,
  { name, securityContext }: PlacedContainer['container'],
  prefix: string,
): string[] {
  const path = `${prefix}metadata.annotations`;
  const seccomp = containerSeccompPrefix + name;
  const appArmor = appArmorPrefix + name;
  const hasAppArmor = (spec.securityContext?.appArmorProfile ?? securityContext?.appArmorProfile) !== undefined;
  const warnings: string[] = [];
  if (securityContext?.seccompProfile === undefined && annotations[seccomp] !== undefined) {
    warnings.push(seccompWarning(path, seccomp));
  }
  // Of pods it is told where the annotation is taken over into the field.
  if (prefix !== '' && !hasAppArmor && annotations[appArmor] !== undefined) {
    warnings.push(`${path}[${appArmor}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
  }
  return warnings;
}

function addressListWarnings({ hostAliases = [], dnsConfig }: Spec, path: string): string[] {
  const seen = new Set<string>();
  const aliases = hostAliases.flatMap(({ ip }, index) => {
    const at = `${path}.hostAliases[${String(index)}].ip`;
    const duplicate = seen.has(ip) ? [`${at}: duplicate ip ${quote(ip)}`] : [];
    seen.add(ip);
    return [...duplicate, ...addressWarnings(at, ip)];
  });
  const servers = (dnsConfig?.nameservers ?? []).flatMap((server, index) =>
    addressWarnings(`${path}.dnsConfig.nameservers[${String(index)}]`, server),
  );
  return [...aliases, ...servers];
}

function pullSecretWarnings({ imagePullSecrets = [] }: Spec, path: string): string[] {
  const seen = new Set<string>();
  return imagePullSecrets.flatMap(({ name = '' }, index) => {
    const at = `${path}[${String(index)}].name`;
    const duplicate = seen.has(name) ? [`${at}: duplicate name ${quote(name)}`] : [];
    seen.add(name);
    return name === '' ? [...duplicate, `${at}: invalid empty name ""`] : duplicate;
  });
}

/** Variables that hide an earlier one of the same name without being made of it. */
function envWarnings(env: readonly DeepReadonly<EnvVar>[], path: string): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name, value = '', valueFrom }, index) => {
    const reference = `$(${name})`;
    const isHidden = seen.has(name) && (valueFrom !== undefined || value === reference || !value.includes(reference));
    seen.add(name);
    if (!isHidden) return [];
    return [
      `${path}[${String(index)}]: hides previous definition of ${quote(name)}, which may be dropped when using apply`,
    ];
  });
}

function graceWarnings({ terminationGracePeriodSeconds = 0 }: Spec, path: string): string[] {
  if (terminationGracePeriodSeconds >= 0) return [];
  return [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`];
}
