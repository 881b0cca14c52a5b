import { parseQuantity, type DeepReadonly, type ObjectMeta } from '@kubescript/apimachinery';
import type { Container, PodSpec, PodTemplateSpec } from '@kubescript/api/core/v1';

const deprecatedNodeLabels: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
};

const byteResources: readonly string[] = ['memory', 'ephemeral-storage'];
const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';
const seccompAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';

/** What a deprecated node label should be replaced with; undefined for others. */
export function nodeLabelDeprecation(label: string): string | undefined {
  return deprecatedNodeLabels[label];
}

/** What is legal in a pod template but unwise; `path` leads to the template. */
export function podTemplateWarnings(template: DeepReadonly<PodTemplateSpec> | undefined, path: string): string[] {
  return template?.spec ? podWarnings(template.metadata ?? {}, template.spec, `${path}.`) : [];
}

/**
 * What is legal in a pod but unwise; `prefix` is put before every path.
 *
 * @go k8s.io/kubernetes/pkg/api/pod#GetWarningsForPodSpec
 */
export function podWarnings(metadata: DeepReadonly<ObjectMeta>, spec: DeepReadonly<PodSpec>, prefix: string): string[] {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  return [
    ...Object.keys(spec.nodeSelector ?? {}).flatMap((label) => {
      const deprecation = nodeLabelDeprecation(label);
      return deprecation === undefined ? [] : [`${prefix}spec.nodeSelector[${label}]: ${deprecation}`];
    }),
    ...spreadWarnings(spec, prefix),
    ...annotationWarnings(metadata, containers, prefix),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name }, index) =>
      (name ?? '') === '' ? [`${prefix}spec.imagePullSecrets[${String(index)}].name: invalid empty name ""`] : [],
    ),
    ...containerWarnings(spec.initContainers ?? [], `${prefix}spec.initContainers`),
    ...containerWarnings(spec.containers, `${prefix}spec.containers`),
  ];
}

function spreadWarnings({ topologySpreadConstraints = [] }: DeepReadonly<PodSpec>, prefix: string): string[] {
  return topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, index) => {
    const path = `${prefix}spec.topologySpreadConstraints[${String(index)}]`;
    const deprecation = nodeLabelDeprecation(topologyKey);
    return [
      ...(deprecation === undefined ? [] : [`${path}.topologyKey: ${topologyKey} is ${deprecation}`]),
      ...(labelSelector ? [] : [`${path}.labelSelector: a null labelSelector results in matching no pod`]),
    ];
  });
}

function annotationWarnings(
  { annotations = {} }: DeepReadonly<ObjectMeta>,
  containers: readonly DeepReadonly<Container>[],
  prefix: string,
): string[] {
  const warnings = Object.keys(annotations).flatMap((key) => {
    const container = key.startsWith(appArmorPrefix) ? key.slice(appArmorPrefix.length) : undefined;
    const hasField = containers.find(({ name }) => name === container)?.securityContext?.appArmorProfile !== undefined;
    if (container === undefined || hasField) return [];
    return [`${prefix}metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`];
  });
  if (annotations[seccompAnnotation] !== undefined) {
    warnings.push(
      `${prefix}metadata.annotations[${seccompAnnotation}]: non-functional in v1.27+; use the "seccompProfile" field instead`,
    );
  }
  return warnings;
}

function containerWarnings(containers: readonly DeepReadonly<Container>[], path: string): string[] {
  return containers.flatMap(({ resources, env = [] }, index) => {
    const place = `${path}[${String(index)}]`;
    return [
      ...(['limits', 'requests'] as const).flatMap((list) =>
        fractionWarnings(resources?.[list], `${place}.resources.${list}`, byteResources),
      ),
      ...duplicateEnvWarnings(env, `${place}.env`),
    ];
  });
}

/** Amounts of bytes that are not whole numbers. */
export function fractionWarnings(
  quantities: Readonly<Record<string, string>> | undefined,
  path: string,
  names: readonly string[],
): string[] {
  return names.flatMap((name) => {
    const text = quantities?.[name];
    if (text === undefined || parseQuantity(text).milliValue() % 1000 === 0) return [];
    return [`${path}[${name}]: fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`];
  });
}

function duplicateEnvWarnings(env: readonly { readonly name: string }[], path: string): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name }, index) => {
    const isDuplicate = seen.has(name);
    seen.add(name);
    if (!isDuplicate) return [];
    return [`${path}[${String(index)}]: hides previous definition of "${name}", which may be dropped when using apply`];
  });
}
