import { type FieldPath, jsonEqual } from '@kubescript/apimachinery';

import type { Ratchet } from '../../validation/schema-validator.ts';
import {
  type StructuralSchema,
  additionalSchemaOf,
  isEmbeddedResource,
  isObject,
  itemsOf,
  propertyOf,
} from '../structural.ts';
import type { CelMetrics } from './cel-metrics.ts';
import { type CompiledRule, compileRules } from './compile-rules.ts';
import { type Budget, type RuleFindings, evaluateRules } from './evaluate-rules.ts';

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

/** What all visits of one validation share. */
interface Run {
  readonly budget: Budget;
  readonly findings: RuleFindings;
  readonly metrics: CelMetrics | undefined;
}

/**
 * Evaluates the rules of a schema on objects.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#Validator
 */
export class CelValidator {
  readonly #root: RuleNode;
  readonly #metrics: CelMetrics | undefined;

  private constructor(root: RuleNode, metrics: CelMetrics | undefined) {
    this.#root = root;
    this.#metrics = metrics;
  }

  /** Undefined if the schema has no rules. */
  static of(
    schema: StructuralSchema | undefined,
    isResourceRoot: boolean,
    metrics?: CelMetrics,
  ): CelValidator | undefined {
    const root = schema && nodeOf(schema, isResourceRoot);
    return root && new CelValidator(root, metrics);
  }

  /**
   * What the rules refuse. `old` is what there was before, undefined for something new; all evaluations together
   * may cost what is left of the budget.
   */
  validate(
    value: unknown,
    old: unknown,
    at: { readonly path: FieldPath; readonly ratchet?: Ratchet | undefined; readonly budget: Budget },
  ): RuleFindings {
    const findings: RuleFindings = { errors: [], ratcheted: [] };
    const run = { budget: at.budget, findings, metrics: this.#metrics };
    visit(this.#root, { value, old, path: at.path, ratchet: at.ratchet }, run);
    return findings;
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

function visit(node: RuleNode, at: Visit, run: Run): void {
  const { value } = at;
  if (value === undefined || value === null) return;
  node.rules ??= timed(() => compileRules(node.schema, node.isResourceRoot) ?? [], run.metrics?.onCompilation);
  const subject = {
    ...at,
    schema: node.schema,
    isResourceRoot: node.isResourceRoot,
    isUnchanged: () => at.ratchet?.isUnchanged(value) === true,
  };
  const { rules } = node;
  if (rules.length > 0) {
    timed(() => {
      evaluateRules(rules, subject, run.budget, run.findings);
    }, run.metrics?.onEvaluation);
  }
  if (run.budget.isSpent) return;
  if (Array.isArray(value)) visitItems(node, value, at, run);
  else if (isObject(value)) visitMembers(node, value, at, run);
}

function timed<T>(work: () => T, observe: ((seconds: number) => void) | undefined): T {
  if (!observe) return work();
  const start = performance.now();
  const result = work();
  observe((performance.now() - start) / 1000);
  return result;
}

function visitItems(node: RuleNode, list: readonly unknown[], at: Visit, run: Run): void {
  const { items } = node;
  if (!items) return;
  const before = correlate(node.schema, at.old);
  for (const [index, item] of list.entries()) {
    const path = at.path.index(index);
    visit(items, { value: item, old: before(item), path, ratchet: at.ratchet?.item(index, item) }, run);
    if (run.budget.isSpent) break;
  }
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

function visitMembers(node: RuleNode, object: Readonly<Record<string, unknown>>, at: Visit, run: Run): void {
  const before = isObject(at.old) ? at.old : {};
  for (const [name, value] of Object.entries(object)) {
    const property = node.properties.get(name);
    const isNamed = propertyOf(node.schema, name) !== undefined;
    const child = property ?? (isNamed ? undefined : node.additional);
    if (!child) continue;
    const path = isNamed ? at.path.child(name) : at.path.key(name);
    const oldValue = Object.hasOwn(before, name) ? before[name] : undefined;
    visit(child, { value, old: oldValue, path, ratchet: at.ratchet?.member(name) }, run);
    if (run.budget.isSpent) break;
  }
}
