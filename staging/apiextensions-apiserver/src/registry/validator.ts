import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  type KubeObject,
  formatFieldError,
  invalid,
} from '@kubescript/apimachinery';
import { runtimeCelCostBudget } from '@kubescript/apiserver';
import type { CustomResourceSubresourceScale } from '@kubescript/api/apiextensions/v1';

import { validateListTypes } from '../schema/list-type.ts';
import { type DecodeMetadata, validateEmbedded } from '../schema/object-meta.ts';
import type { StructuralSchema } from '../schema/structural.ts';
import { validateBySchema } from '../validation/field-errors.ts';
import { newRatchet } from '../validation/ratchet.ts';
import type { CelMetrics } from '../schema/cel/cel-metrics.ts';
import { CelValidator } from '../schema/cel/cel-validator.ts';
import { Budget } from '../schema/cel/evaluate-rules.ts';
import { validateScale } from './scale-validation.ts';

/** What validation of one version of a custom resource needs to know. */
export interface CustomResourceValidatorOptions {
  /** With pruned defaults; undefined for definitions of old that had none. */
  readonly schema: () => StructuralSchema | undefined;
  readonly scale: DeepReadonly<CustomResourceSubresourceScale> | undefined;
  readonly decodeMetadata: DecodeMetadata;
  readonly celMetrics?: CelMetrics | undefined;
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
  readonly #warnings = new WeakMap<object, string[]>();
  #cel: { readonly validator: CelValidator | undefined } | undefined;

  constructor(options: CustomResourceValidatorOptions) {
    this.#options = options;
  }

  /** What is wrong with a new object, besides its metadata. */
  validate(object: DeepReadonly<KubeObject>): FieldError[] {
    const schema = this.#options.schema();
    const errors = [
      ...(schema ? validateBySchema(object, schema, root) : []),
      ...validateScale(object, this.#options.scale),
      ...this.#embedded(object, schema),
      ...validateListTypes(object, schema, root),
    ];
    return [...errors, ...this.#rules(errors, object)];
  }

  /** What is wrong with the new state of an object, besides its metadata. */
  validateUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[] {
    const schema = this.#options.schema();
    const ratchet = newRatchet(old, schema);
    const errors = [
      ...(schema ? validateBySchema(object, schema, root, ratchet) : []),
      ...validateScale(object, this.#options.scale),
      ...this.#embedded(object, schema),
      ...newListErrors(object, old, schema),
    ];
    return [...errors, ...this.#rules(errors, object, old)];
  }

  /** The same for an update through the status subresource, which is checked by the schema of the status alone. */
  validateStatusUpdate(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): FieldError[] {
    const schema = this.#options.schema();
    const status = schema?.properties?.['status'];
    const { status: value } = object as { readonly status?: unknown };
    const { status: before } = old as { readonly status?: unknown };
    const errors = [
      ...(status && value !== undefined
        ? validateBySchema(value, status, new FieldPath('status'), newRatchet(before, status))
        : []),
      ...validateScale(object, this.#options.scale, 'status'),
      ...this.#embedded(object, schema),
      ...newListErrors(object, old, schema),
    ];
    return [...errors, ...this.#rules(errors, object, old)];
  }

  #embedded(object: DeepReadonly<KubeObject>, schema: StructuralSchema | undefined): FieldError[] {
    return validateEmbedded(object, schema, false, { path: root, decode: this.#options.decodeMetadata });
  }

  /** Expressions rely on the types of values, so they are evaluated only if these are right. */
  #rules(
    errors: readonly FieldError[],
    object: DeepReadonly<KubeObject>,
    old?: DeepReadonly<KubeObject>,
  ): FieldError[] {
    const schema = this.#options.schema();
    const validator = this.#celValidator(schema);
    if (!validator) return [];
    if (errors.some(({ type }) => blocking.has(type))) return [invalid(root, noValue, rulesNotChecked)];
    const budget = new Budget(runtimeCelCostBudget);
    const ratchet = old && newRatchet(old, schema);
    const { errors: broken, ratcheted } = validator.validate(object, old, { path: root, ratchet, budget });
    if (ratcheted.length > 0) this.#warnings.set(object, ratcheted.map(formatFieldError));
    return broken;
  }

  /** Rules that an object breaks as it did before its update; to be asked after the update was validated. */
  warningsOnUpdate(object: DeepReadonly<KubeObject>): string[] {
    return this.#warnings.get(object) ?? [];
  }

  #celValidator(schema: StructuralSchema | undefined): CelValidator | undefined {
    this.#cel ??= { validator: CelValidator.of(schema, true, this.#options.celMetrics) };
    return this.#cel.validator;
  }
}

const blocking: ReadonlySet<FieldError['type']> = new Set<FieldError['type']>([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** How messages show that there is no value. */
const noValue = 'null';

const rulesNotChecked =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** Problems of sets and map lists, unless the object had some before. */
function newListErrors(
  object: DeepReadonly<KubeObject>,
  old: DeepReadonly<KubeObject>,
  schema: StructuralSchema | undefined,
): FieldError[] {
  const errors = validateListTypes(object, schema, root);
  return errors.length > 0 && validateListTypes(old, schema, root).length === 0 ? errors : [];
}
