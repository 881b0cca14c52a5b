import {
  type DeepReadonly,
  FieldPath,
  type ObjectMeta,
  type TypeSchemas,
  validateObjectMetaUpdate,
} from '@kubescript/apimachinery';
import type { Strategy } from '@kubescript/apiserver';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { newSchemaNormalizer } from '../../apis/normalize-schema.ts';
import { unrecognizedFormats } from '../../apis/validation/formats.ts';
import { validateDefinition, validateDefinitionUpdate, validateStatus } from '../../apis/validation/definition.ts';

/**
 * What is special about storing CustomResourceDefinitions.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition#strategy
 */
export function newDefinitionStrategy(schemas: TypeSchemas): Strategy<CustomResourceDefinition> {
  const normalize = newSchemaNormalizer(schemas);
  const context = { schemas };
  return {
    namespaced: false,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    tracksGeneration: true,
    prepareForCreate(crd) {
      normalize(crd);
      crd.status = { conditions: [], acceptedNames: { plural: '', kind: '' } };
      storeVersion(crd);
    },
    validate: (crd) => validateDefinition(crd, context),
    warningsOnCreate: (crd) => unrecognizedFormats(crd),
    prepareForUpdate(crd, old) {
      normalize(crd);
      crd.status = structuredClone(old.status) as CustomResourceDefinition['status'];
      storeVersion(crd);
    },
    validateUpdate: (crd, old) => validateDefinitionUpdate(crd, old, context),
    warningsOnUpdate: (crd, old) => unrecognizedFormats(crd, old),
  };
}

/** Notes that objects are stored in the storage version. */
function storeVersion({ spec, status }: CustomResourceDefinition): void {
  const storage = spec.versions.find((version) => version.storage)?.name;
  if (storage === undefined || status.storedVersions?.includes(storage) === true) return;
  status.storedVersions = [...(status.storedVersions ?? []), storage];
}

/** Updates of the status, which leave everything else as it is. */
export const definitionStatusStrategy: Pick<
  Strategy<CustomResourceDefinition>,
  'prepareForUpdate' | 'validateUpdate'
> = {
  prepareForUpdate(crd, old) {
    crd.spec = structuredClone(old.spec) as CustomResourceDefinition['spec'];
    restoreMetadata(crd.metadata, old.metadata);
  },
  validateUpdate: (crd, old) => [
    ...validateObjectMetaUpdate(crd.metadata, old.metadata, new FieldPath('metadata')),
    ...validateStatus(crd.status, new FieldPath('status')),
  ],
};

const kept = [
  'generation',
  'deletionTimestamp',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
] as const satisfies readonly (keyof ObjectMeta)[];

/** @go k8s.io/apimachinery/pkg/apis/meta/v1#ResetObjectMetaForStatus */
function restoreMetadata(metadata: ObjectMeta, old: DeepReadonly<ObjectMeta>): void {
  const target = metadata as Record<string, unknown>;
  for (const name of kept) {
    if (old[name] === undefined) {
      delete target[name];
    } else target[name] = structuredClone(old[name]);
  }
}
