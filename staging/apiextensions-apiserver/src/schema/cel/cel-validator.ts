import { type FieldError, FieldPath, jsonEqual } from '@kubescript/apimachinery';

import type { Ratchet } from '../../validation/schema-validator.ts';
import {
  type StructuralSchema,
  additionalSchemaOf,
  isEmbeddedResource,
  isObject,
  itemsOf,
  propertyOf,
} from '../structural.ts';
import { type CompiledRule, compileRules } from './compile-rules.ts';
import { type Budget, evaluateRules } from './evaluate-rules.ts';

/** A schema with rules in it or below it; they are compiled when a value first comes by. */
interface RuleNode {
  readonly schema: StructuralSchema;
  readonly isResourceRoot: boolean;
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly additional: RuleNode | undefined;
  readonly items: RuleNode | undefined;
  rules: readonly CompiledRule[] | undefined;
}

/** A value, what it was before, and where it is. */
interface Visit {
  readonly value: unknown;
  readonly old: unknown;
  readonly path: FieldPath;
  readonly ratchet: Ratchet | undefined;
}

/**
 * Evaluates the rules of a schema on objects.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#Validator
 */
export class CelValidator {
  readonly #root: RuleNode;

  private constructor(root: RuleNode) {
    this.#root = root;
  }

  /** Undefined if the schema has no rules. */
  static of(schema: StructuralSchema | undefined, isResourceRoot: boolean): CelValidator | undefined {
    const root = schema && nodeOf(schema, isResourceRoot);
    return root && new CelValidator(root);
  }

  /**
   * What the rules refuse. `old` is what there was before, undefined for something new; all evaluations together
   * may cost what is left of the budget.
   */
  validate(
    value: unknown,
    old: unknown,
    at: { readonly path: FieldPath; readonly ratchet?: Ratchet | undefined; readonly budget: Budget },
  ): FieldError[] {
    return visit(this.#root, { value, old, path: at.path, ratchet: at.ratchet }, at.budget);
  }
}

function nodeOf(schema: StructuralSchema, isResourceRoot: boolean): RuleNode | undefined {
  const child = (one: StructuralSchema | undefined): RuleNode | undefined =>
    one && nodeOf(one, isEmbeddedResource(one));
  const properties = new Map<string, RuleNode>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const node = child(property);
    if (node) properties.set(name, node);
  }
  const additional = child(additionalSchemaOf(schema));
  const items = child(itemsOf(schema));
  const hasRules = (schema['x-kubernetes-validations'] ?? []).length > 0;
  if (!hasRules && !additional && !items && properties.size === 0) return undefined;
  return { schema, isResourceRoot, properties, additional, items, rules: hasRules ? undefined : [] };
}

function visit(node: RuleNode, at: Visit, budget: Budget): FieldError[] {
  const { value, old } = at;
  if (value === undefined || value === null) return [];
  node.rules ??= compileRules(node.schema, node.isResourceRoot) ?? [];
  const errors = evaluateRules(
    node.rules,
    {
      ...at,
      schema: node.schema,
      isResourceRoot: node.isResourceRoot,
      isUnchanged: () => at.ratchet?.isUnchanged(value) === true,
    },
    budget,
  );
  if (budget.isSpent) return errors;
  if (Array.isArray(value)) errors.push(...visitItems(node, value, old, at, budget));
  else if (isObject(value)) errors.push(...visitMembers(node, value, old, at, budget));
  return errors;
}

function visitItems(node: RuleNode, list: readonly unknown[], old: unknown, at: Visit, budget: Budget): FieldError[] {
  const { items } = node;
  if (!items) return [];
  const errors: FieldError[] = [];
  const before = correlate(node.schema, old);
  for (const [index, item] of list.entries()) {
    const path = at.path.index(index);
    errors.push(
      ...visit(items, { value: item, old: before(item), path, ratchet: at.ratchet?.item(index, item) }, budget),
    );
    if (budget.isSpent) break;
  }
  return errors;
}

/** Finds the element that an element was before; only elements of map lists can be told. */
function correlate(schema: StructuralSchema, old: unknown): (item: unknown) => unknown {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const isCorrelated = schema['x-kubernetes-list-type'] === 'map' && Array.isArray(old);
  if (!isCorrelated) return () => undefined;
  const list: readonly unknown[] = old;
  return (item) =>
    list.find((one) => isObject(one) && isObject(item) && keys.every((key) => jsonEqual(one[key], item[key])));
}

function visitMembers(
  node: RuleNode,
  object: Readonly<Record<string, unknown>>,
  old: unknown,
  at: Visit,
  budget: Budget,
): FieldError[] {
  const errors: FieldError[] = [];
  const isAtomic = node.schema['x-kubernetes-map-type'] === 'atomic';
  const before = isObject(old) && !isAtomic ? old : {};
  for (const [name, value] of Object.entries(object)) {
    const property = node.properties.get(name);
    const isNamed = propertyOf(node.schema, name) !== undefined;
    const child = property ?? (isNamed ? undefined : node.additional);
    if (!child) continue;
    const path = isNamed ? at.path.child(name) : at.path.key(name);
    const oldValue = Object.hasOwn(before, name) ? before[name] : undefined;
    errors.push(...visit(child, { value, old: oldValue, path, ratchet: at.ratchet?.member(name) }, budget));
    if (budget.isSpent) break;
  }
  return errors;
}
