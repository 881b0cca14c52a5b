import { type CelEnvironment, type Program, types } from '@kubescript/cel';
import type { ResourceAttributes, SubjectAccessReviewSpec } from '@kubescript/api/authorization/v1';

import {
  type CompiledExpression,
  compileExpression,
  type ExpressionProblem,
  objectTypes,
} from '../authentication/expressions.ts';
import { perCallLimit } from '../cel/limits.ts';

/** Which requests are meant. */
export interface AccessMatcher {
  /** Whether all conditions hold; with `errors`, none was false and some could not be evaluated. */
  match(spec: SubjectAccessReviewSpec): { readonly matches: boolean; readonly errors: readonly string[] };
}

const requirementType = {
  key: types.string,
  operator: types.string,
  values: types.list(types.string),
};
const selectorType = {
  rawSelector: types.string,
  requirements: types.list(types.object('kubernetes.SelectorRequirement')),
};

const provider = objectTypes({
  'kubernetes.SubjectAccessReviewSpec': {
    resourceAttributes: types.object('kubernetes.ResourceAttributes'),
    nonResourceAttributes: types.object('kubernetes.NonResourceAttributes'),
    user: types.string,
    groups: types.list(types.string),
    extra: types.map(types.string, types.list(types.string)),
    uid: types.string,
  },
  'kubernetes.ResourceAttributes': {
    namespace: types.string,
    verb: types.string,
    group: types.string,
    version: types.string,
    resource: types.string,
    subresource: types.string,
    name: types.string,
    fieldSelector: types.object('kubernetes.FieldSelectorAttributes'),
    labelSelector: types.object('kubernetes.LabelSelectorAttributes'),
  },
  'kubernetes.NonResourceAttributes': { path: types.string, verb: types.string },
  'kubernetes.FieldSelectorAttributes': selectorType,
  'kubernetes.LabelSelectorAttributes': selectorType,
  'kubernetes.SelectorRequirement': requirementType,
});

/**
 * Compiles match conditions over `request`, a SubjectAccessReviewSpec; a condition that is wrong gives a problem in its
 * place.
 *
 * @go k8s.io/apiserver/pkg/authorization/cel#CELMatcher
 */
export function compileMatchCondition(
  base: CelEnvironment,
  expression: string,
): CompiledExpression | ExpressionProblem {
  const environment = base.extend({
    variables: { request: types.object('kubernetes.SubjectAccessReviewSpec') },
    typeProvider: provider,
  });
  return compileExpression(environment, expression, { returns: [types.bool], showsActual: true });
}

/** Joins conditions: all of them must hold. */
export function accessMatcher(
  conditions: readonly { readonly expression: string; readonly program: Program }[],
): AccessMatcher {
  return {
    match(spec) {
      const request = requestOf(spec);
      const errors: string[] = [];
      for (const { expression, program } of conditions) {
        try {
          const { value } = program.evaluate({ request }, { costLimit: perCallLimit });
          if (value === false) return { matches: false, errors: [] };
        } catch (error) {
          const cause = (error as Error).message;
          errors.push(`cel evaluation error: expression '${expression}' resulted in error: ${cause}`);
        }
      }
      return { matches: errors.length === 0, errors };
    },
  };
}

/** Members that are always there, so that conditions need not ask for them. */
function requestOf(spec: SubjectAccessReviewSpec): Readonly<Record<string, unknown>> {
  const { user = '', groups = [], uid = '', extra = {}, resourceAttributes, nonResourceAttributes } = spec;
  return {
    user,
    groups,
    uid,
    extra,
    ...(resourceAttributes && { resourceAttributes: resourceOf(resourceAttributes) }),
    ...(nonResourceAttributes && {
      nonResourceAttributes: { path: nonResourceAttributes.path ?? '', verb: nonResourceAttributes.verb ?? '' },
    }),
  };
}

function resourceOf(attributes: ResourceAttributes): Readonly<Record<string, unknown>> {
  const {
    namespace = '',
    verb = '',
    group = '',
    version = '',
    resource = '',
    subresource = '',
    name = '',
  } = attributes;
  const { fieldSelector, labelSelector } = attributes;
  return {
    ...{ namespace, verb, group, version, resource, subresource, name },
    ...(fieldSelector && { fieldSelector }),
    ...(labelSelector && { labelSelector }),
  };
}
