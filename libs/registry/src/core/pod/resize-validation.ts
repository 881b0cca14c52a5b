import { isDeepStrictEqual } from 'node:util';

import { computePodQos } from '@kubescript/component-helpers';
import { FieldPath, forbidden, invalid, type DeepReadonly, type FieldError } from '@kubescript/apimachinery';
import type { Container, Pod } from '@kubescript/api/core/v1';
import { validationFor } from '@kubescript/lib-apis';

const specPath = new FieldPath('spec');
const mutableResources: readonly string[] = ['cpu', 'memory'];

/**
 * What is wrong with new resources of a running pod: only cpu and memory change, none is taken away, and the QoS class
 * stays.
 *
 * @go k8s.io/kubernetes/pkg/apis/core/validation#ValidatePodResize
 */
export function validatePodResize(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): FieldError[] {
  const problems: FieldError[] = [];
  const before = old.status.qosClass ?? computePodQos(old);
  if (computePodQos(pod) !== before) {
    problems.push(invalid(specPath, before, 'Pod QOS Class may not change as a result of resizing'));
  }
  problems.push(...(validationFor({ group: '', kind: 'Pod' })?.validate(pod) ?? []));
  pod.spec.containers.forEach((container, index) => {
    const path = specPath.child('containers').index(index).child('resources');
    problems.push(...removals(path, container, old.spec.containers[index]));
  });
  if (changesOtherResources(pod, old)) problems.push(forbidden(specPath, 'only cpu and memory resources are mutable'));
  return problems;
}

function removals(
  path: FieldPath,
  container: DeepReadonly<Container>,
  old: DeepReadonly<Container> | undefined,
): FieldError[] {
  return (['limits', 'requests'] as const).flatMap((list) => {
    const present = container.resources?.[list] ?? {};
    const gone = Object.keys(old?.resources?.[list] ?? {}).some((name) => !(name in present));
    return gone ? [forbidden(path.child(list), `resource ${list} cannot be removed`)] : [];
  });
}

function changesOtherResources(pod: DeepReadonly<Pod>, old: DeepReadonly<Pod>): boolean {
  return pod.spec.containers.some(({ resources }, index) => {
    const before = old.spec.containers[index]?.resources;
    return (['limits', 'requests'] as const).some(
      (list) => !isDeepStrictEqual(immutablePart(resources?.[list]), immutablePart(before?.[list])),
    );
  });
}

function immutablePart(resources: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(resources ?? {}).filter(([name]) => !mutableResources.includes(name)));
}
