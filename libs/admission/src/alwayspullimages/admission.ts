import { type AdmissionAttributes, type AdmissionPlugin, forbid } from '@kubescript/apiserver';
import type { DeepReadonly } from '@kubescript/apimachinery';
import type { Container, EphemeralContainer, Pod } from '@kubescript/api/core/v1';

import { isFor, objectOf, oldObjectOf } from '../generic/attributes.ts';

const always = 'Always';

/**
 * AlwaysPullImages: whoever runs an image must be allowed to pull it, even if the node has it already.
 *
 * @go k8s.io/kubernetes/plugin/pkg/admission/alwayspullimages#(*AlwaysPullImages).Admit
 */
export function alwaysPullImages(): AdmissionPlugin {
  return {
    name: 'AlwaysPullImages',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    admit(attributes) {
      if (changesImages(attributes)) pullAlways(objectOf<Pod>(attributes));
      return Promise.resolve();
    },
    validate(attributes) {
      if (changesImages(attributes)) checkPolicies(attributes);
      return Promise.resolve();
    },
  };
}

/** Updates that bring no new image say nothing new. */
function changesImages(attributes: AdmissionAttributes): boolean {
  const isPod = attributes.resource.group === '' && attributes.resource.resource === 'pods';
  if (!isPod || !['', 'ephemeralcontainers'].includes(attributes.subresource)) return false;
  if (attributes.operation !== 'UPDATE' || isFor(attributes, '', 'pods', 'ephemeralcontainers')) return true;
  const before = imagesOf(oldObjectOf<Pod>(attributes));
  return [...imagesOf(objectOf<Pod>(attributes))].some((image) => !before.has(image));
}

function imagesOf({ spec }: DeepReadonly<Pod>): ReadonlySet<string> {
  const volumes = (spec.volumes ?? []).map(({ image }) => image?.reference ?? '');
  return new Set([...containersOf(spec).map(({ container }) => container.image ?? ''), ...volumes]);
}

type AnyContainer = Container | EphemeralContainer;

function containersOf<S extends DeepReadonly<Pod['spec']>>(
  spec: S,
): readonly { readonly path: string; readonly container: AnyContainer }[] {
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    ((spec[list] ?? []) as readonly AnyContainer[]).map((container, index) => ({
      path: `spec.${list}[${String(index)}]`,
      container,
    })),
  );
}

function pullAlways({ spec }: Pod): void {
  for (const { container } of containersOf(spec)) container.imagePullPolicy = always;
  for (const { image } of spec.volumes ?? []) if (image) image.pullPolicy = always;
}

function checkPolicies(attributes: AdmissionAttributes): void {
  const problems = containersOf(objectOf<Pod>(attributes).spec)
    .filter(({ container }) => container.imagePullPolicy !== always)
    .map(({ path, container }) => {
      const value = JSON.stringify(container.imagePullPolicy ?? '');
      return `${path}.imagePullPolicy: Unsupported value: ${value}: supported values: "${always}"`;
    });
  if (problems.length > 0) throw forbid(attributes, problems.join(', '));
}
