import type { LabelSelector } from '../apis/meta/v1/types.ts';
import type { DeepReadonly } from '../runtime/object.ts';
import { quote } from '../util/go-format.ts';
import { ParseError } from '../util/parse-error.ts';
import { parseRequirements } from './parser.ts';
import {
  formatRequirement,
  newRequirement,
  uncheckedRequirement,
  type Labels,
  type Operator,
  type Requirement,
} from './requirement.ts';

/** A compiled label selector: a conjunction of requirements. */
export interface Selector {
  /** True if the labels (none, if undefined) meet every requirement. */
  matches(labels?: Labels): boolean;
  /** Sorted by key; empty also for the selector that matches nothing. */
  readonly requirements: readonly Requirement[];
  /** True if it matches everything. */
  readonly isEmpty: boolean;
  /** False for the selector that matches nothing whatever the labels. */
  readonly selectable: boolean;
  /** The value that a label must have; undefined if more than one will do. */
  requiresExactMatch(key: string): string | undefined;
  toString(): string;
}

const noLabels: Labels = {};

function newSelector(unsorted: readonly Requirement[]): Selector {
  const requirements = [...unsorted].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const tests = requirements.map((requirement) => requirement.matches);
  const [only] = tests;
  const matches =
    only !== undefined && tests.length === 1
      ? (labels: Labels = noLabels): boolean => only(labels)
      : (labels: Labels = noLabels): boolean => tests.every((test) => test(labels));
  return {
    matches,
    requirements,
    isEmpty: requirements.length === 0,
    selectable: true,
    requiresExactMatch: (key) => exactValueOf(requirements, key),
    toString: () => requirements.map(formatRequirement).join(','),
  };
}

function exactValueOf(requirements: readonly Requirement[], key: string): string | undefined {
  const isExact = ({ operator, values }: Requirement): boolean =>
    values.length === 1 && (operator === '=' || operator === '==' || operator === 'in');
  return requirements.find((requirement) => requirement.key === key && isExact(requirement))?.values[0];
}

/** Matches every object. */
export const everythingSelector: Selector = newSelector([]);

/** Matches no object. */
export const nothingSelector: Selector = {
  matches: () => false,
  requirements: [],
  isEmpty: false,
  selectable: false,
  requiresExactMatch: () => undefined,
  toString: () => '',
};

/**
 * Reads `app=web,tier in (a, b),!legacy,gpu`; '' matches everything. Throws ParseError in upstream's words.
 *
 * @go k8s.io/apimachinery/pkg/labels#Parse
 */
export function parseLabelSelector(text: string): Selector {
  return text === '' ? everythingSelector : newSelector(parseRequirements(text));
}

/** The conjunction of equalities that a Service or ReplicationController states; nothing set matches everything. */
export function selectorFromSet(set: Labels | undefined): Selector {
  const entries = Object.entries(set ?? {});
  if (entries.length === 0) return everythingSelector;
  return newSelector(entries.map(([key, value]) => uncheckedRequirement(key, '=', [value])));
}

/** A selector of requirements that were made by newRequirement. */
export function selectorFromRequirements(requirements: readonly Requirement[]): Selector {
  return requirements.length === 0 ? everythingSelector : newSelector(requirements);
}

const selectorOperators: Readonly<Record<string, Operator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

/**
 * Compiles the selector of an API object: undefined matches nothing, an empty one everything. Throws ParseError.
 *
 * @go k8s.io/apimachinery/pkg/apis/meta/v1#LabelSelectorAsSelector
 */
export function labelSelectorAsSelector(selector: DeepReadonly<LabelSelector> | undefined | null): Selector {
  if (selector === undefined || selector === null) return nothingSelector;
  const equalities = Object.entries(selector.matchLabels ?? {}).map(([key, value]) =>
    newRequirement(key, '=', [value]),
  );
  const expressions = (selector.matchExpressions ?? []).map((expression) => {
    const operator = Object.hasOwn(selectorOperators, expression.operator)
      ? selectorOperators[expression.operator]
      : undefined;
    if (operator === undefined) {
      throw new ParseError(`${quote(expression.operator)} is not a valid label selector operator`);
    }
    return newRequirement(expression.key, operator, expression.values ?? []);
  });
  return selectorFromRequirements([...equalities, ...expressions]);
}

/**
 * The selector of an API object as people write it; `<none>` for an absent or empty one.
 *
 * @go k8s.io/apimachinery/pkg/apis/meta/v1#FormatLabelSelector
 */
export function formatLabelSelector(selector: DeepReadonly<LabelSelector> | undefined | null): string {
  try {
    const text = labelSelectorAsSelector(selector).toString();
    return text === '' ? '<none>' : text;
  } catch (err) {
    if (err instanceof ParseError) return '<error>';
    throw err;
  }
}
