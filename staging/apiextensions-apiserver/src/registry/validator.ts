import { type DeepReadonly, type FieldError, FieldPath, type KubeObject } from '@kubescript/apimachinery';
import type { CustomResourceSubresourceScale } from '@kubescript/api/apiextensions/v1';

import { validateListTypes } from '../schema/list-type.ts';
import { type DecodeMetadata, validateEmbedded } from '../schema/object-meta.ts';
import type { StructuralSchema } from '../schema/structural.ts';
import { validateBySchema } from '../validation/field-errors.ts';
import { newRatchet } from '../validation/ratchet.ts';
import { withoutRatchetedErrors } from '../validation/ratcheted-errors.ts';
import { validateScale } from './scale-validation.ts';

/** What validation of one version of a custom resource needs to know. */
export interface CustomResourceValidatorOptions {
  /** With pruned defaults; undefined for definitions of old that had none. */
  readonly schema: () => StructuralSchema | undefined;
  readonly scale: DeepReadonly<CustomResourceSubresourceScale> | undefined;
  readonly decodeMetadata: DecodeMetadata;
}

const root = new FieldPath('');

/**
 * Checks custom resources by the schema of one version: what their values are, lists that are sets or maps, embedded
 * resources. An update is not refused for what it leaves as it was.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#customResourceValidator
 */
export class CustomResourceValidator {
  readonly #options: CustomResourceValidatorOptions;

  constructor(options: CustomResourceValidatorOptions) {
    this.#options = options;
  }

  /** What is wrong with a new object, besides its metadata. */
  validate(object: DeepReadonly<KubeObject>): FieldError[] {
    const schema = this.#options.schema();
    const errors = [
      ...(schema ? validateBySchema(object, schema, root) : []),
      ...validateScale(object, this.#options.scale),
    ];
    return [...errors, ...this.#structure(object, schema)];
  }

  /** What is wrong with the new state of an object, besides its metadata. */
  validateUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[] {
    const schema = this.#options.schema();
    const errors = [
      ...(schema ? validateBySchema(object, schema, root, newRatchet(old, schema)) : []),
      ...validateScale(object, this.#options.scale),
    ];
    const structure = withoutRatchetedErrors(this.#structure(object, schema), () => this.#structure(old, schema));
    return [...errors, ...structure];
  }

  /** The same for an update through the status subresource, which is checked by the schema of the status alone. */
  validateStatusUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[] {
    const schema = this.#options.schema();
    const status = schema?.properties?.['status'];
    const { status: value } = object as { readonly status?: unknown };
    const { status: before } = old as { readonly status?: unknown };
    const errors =
      status && value !== undefined
        ? validateBySchema(value, status, new FieldPath('status'), newRatchet(before, status))
        : [];
    const structure = withoutRatchetedErrors(this.#structure(object, schema), () => this.#structure(old, schema));
    return [...errors, ...validateScale(object, this.#options.scale, 'status'), ...structure];
  }

  #structure(object: DeepReadonly<KubeObject>, schema: StructuralSchema | undefined): FieldError[] {
    return [
      ...validateEmbedded(object, schema, false, { path: root, decode: this.#options.decodeMetadata }),
      ...validateListTypes(object, schema, root),
    ];
  }
}
