import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  aggregateMessages,
  formatFieldError,
  formatTime,
  invalid,
} from '@kubescript/apimachinery';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';

import { type CrdCondition, findCondition, removeCondition, sameCondition, setCondition } from '../apis/helpers.ts';
import { canBeStructural, validateStructural } from '../apis/validation/structural.ts';
import type { ControllerDeps, DefinitionSync } from './controller.ts';

/**
 * Says of definitions made before schemas had to be structural what is wrong with theirs.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema#ConditionController
 */
export class NonStructuralSync implements DefinitionSync {
  readonly name = 'non-structural-schema-condition-controller';
  readonly #deps: Pick<ControllerDeps, 'client' | 'clock'>;
  /** The generations that were looked at, as schemas are large. */
  readonly #seen = new Map<string, string>();

  constructor(deps: Pick<ControllerDeps, 'client' | 'clock'>) {
    this.#deps = deps;
  }

  async sync(crd: DeepReadonly<CustomResourceDefinition>): Promise<void> {
    const { name = '', uid = '', generation = 0 } = crd.metadata;
    const generationKey = `${uid}/${String(generation)}`;
    if (this.#seen.get(name) === generationKey) return;
    await this.#update(crd);
    this.#seen.set(name, generationKey);
  }

  forget(name: string): void {
    this.#seen.delete(name);
  }

  async #update(crd: DeepReadonly<CustomResourceDefinition>): Promise<void> {
    const condition = nonStructuralCondition(crd);
    const old = findCondition(crd, 'NonStructuralSchema');
    if (condition ? sameCondition(old, condition) : !old) return;
    const next = structuredClone(crd) as CustomResourceDefinition;
    if (condition) setCondition(next, condition, formatTime(this.#deps.clock.now()));
    else removeCondition(next, 'NonStructuralSchema');
    await this.#deps.client.updateStatus(next);
  }
}

/** The condition of a definition that is not structural; undefined for one that is. */
export function nonStructuralCondition(crd: DeepReadonly<CustomResourceDefinition>): CrdCondition | undefined {
  const errors = [
    ...preservingErrors(crd),
    ...crd.spec.versions.flatMap((_version, index) => schemaErrors(crd, index)),
  ];
  if (errors.length === 0) return undefined;
  const message = aggregateMessages(errors.map(formatFieldError));
  return { type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message };
}

function preservingErrors({ spec }: DeepReadonly<CustomResourceDefinition>): FieldError[] {
  const path = new FieldPath('spec').child('preserveUnknownFields');
  return spec.preserveUnknownFields === true ? [invalid(path, true, 'must be false')] : [];
}

function schemaErrors({ spec }: DeepReadonly<CustomResourceDefinition>, index: number): FieldError[] {
  const schema = spec.versions[index]?.schema?.openAPIV3Schema;
  const path = new FieldPath('spec').child('versions').index(index).child('schema', 'openAPIV3Schema');
  if (!schema) return [];
  if (!canBeStructural(schema)) return [invalid(path, '', 'schema has members that a structural schema cannot have')];
  return validateStructural(schema, path);
}
