import type { DeepReadonly, GroupKind } from '@kubescript/apimachinery';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@kubescript/api/apiextensions/v1';

import { storageVersionOf, versionOf } from '../apis/helpers.ts';
import { withPrunedDefaults } from '../schema/defaulting.ts';
import type { StructuralSchema } from '../schema/structural.ts';

/** Everything that the versions of one CustomResourceDefinition say; schemas are prepared when first used. */
export class CustomResourceVersions {
  readonly crd: DeepReadonly<CustomResourceDefinition>;
  readonly kind: GroupKind & { readonly listKind: string };
  readonly storageVersion: string;
  /** Objects are kept with members that no schema knows: definitions of apiextensions.k8s.io/v1beta1. */
  readonly preserveUnknownFields: boolean;
  readonly #schemas = new Map<string, StructuralSchema | undefined>();

  constructor(crd: DeepReadonly<CustomResourceDefinition>) {
    const { group } = crd.spec;
    const { kind, listKind } = crd.status.acceptedNames ?? crd.spec.names;
    this.crd = crd;
    this.kind = { group, kind, listKind: listKind ?? `${kind}List` };
    this.storageVersion = storageVersionOf(crd) ?? '';
    this.preserveUnknownFields = crd.spec.preserveUnknownFields === true;
  }

  /** The version of that name. */
  version(name: string): DeepReadonly<CustomResourceDefinitionVersion> | undefined {
    return versionOf(this.crd, name);
  }

  /** The schema of a version as it was written. */
  validationSchema(name: string): DeepReadonly<JSONSchemaProps> | undefined {
    return this.version(name)?.schema?.openAPIV3Schema;
  }

  /** The schema of a version, with pruned defaults; undefined for a version that there is not, or that has none. */
  schema(name: string): StructuralSchema | undefined {
    if (!this.#schemas.has(name)) {
      const schema = this.validationSchema(name);
      this.#schemas.set(name, schema && !this.preserveUnknownFields ? withPrunedDefaults(schema) : schema);
    }
    return this.#schemas.get(name);
  }
}
