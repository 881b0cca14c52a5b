import {
  aggregateMessages,
  escapeFieldValue,
  FieldPath,
  forbidden,
  invalid,
  newInvalid,
  parseFieldSelector,
  parseLabelSelector,
  required,
  type FieldError,
  type FieldSelectorRequirement,
  type LabelSelectorRequirement,
} from '@kubescript/apimachinery';
import type { Authorizer, AuthorizerAttributes, UserInfo } from '@kubescript/apiserver';
import type {
  NonResourceAttributes,
  ResourceAttributes,
  SubjectAccessReviewStatus,
} from '@kubescript/api/authorization/v1';

/** What an access review asks about. */
export interface AccessQuestion {
  readonly resourceAttributes?: ResourceAttributes | undefined;
  readonly nonResourceAttributes?: NonResourceAttributes | undefined;
}

const specPath = new FieldPath('spec');

/** Asks the authorizer on behalf of `user` and puts the decision into words. */
export async function reviewAccess(
  authorizer: Authorizer,
  user: UserInfo,
  question: AccessQuestion,
): Promise<SubjectAccessReviewStatus> {
  const { decision, reason, error = '' } = await authorizer.authorize(attributesOf(user, question));
  const problems = [...(error === '' ? [] : [error]), ...ignoredSelectors(question)];
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason !== '' && { reason }),
    ...(problems.length > 0 && { evaluationError: aggregateMessages(problems) }),
  };
}

/** @go k8s.io/kubernetes/pkg/registry/authorization/util#BuildEvaluationError */
function ignoredSelectors({ resourceAttributes }: AccessQuestion): readonly string[] {
  const { fieldSelector, labelSelector } = resourceAttributes ?? {};
  const selectors = [
    ['fieldSelector', readFieldSelector(fieldSelector)],
    ['labelSelector', readLabelSelector(labelSelector)],
  ] as const;
  return selectors.flatMap(([name, { text, isBroken }]) => {
    const extent = text === '' ? 'ignored' : 'partially ignored';
    return isBroken ? [`spec.resourceAttributes.${name} ${extent} due to parse error`] : [];
  });
}

/** Throws Invalid, with the reference's nameless kind, if there are problems. */
export function throwIfInvalidReview(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw newInvalid({ group: 'authorization.k8s.io', kind: '' }, '', [...problems]);
}

/** What is wrong with the question. */
export function questionProblems({ resourceAttributes, nonResourceAttributes }: AccessQuestion): FieldError[] {
  const problems: FieldError[] = [];
  const path = specPath.child('resourceAttributes');
  if (resourceAttributes && nonResourceAttributes) {
    problems.push(
      invalid(
        specPath.child('nonResourceAttributes'),
        nonResourceAttributes,
        'cannot be specified in combination with resourceAttributes',
      ),
    );
  }
  if (!resourceAttributes && !nonResourceAttributes) {
    problems.push(
      invalid(path, 'null', 'exactly one of nonResourceAttributes or resourceAttributes must be specified'),
    );
  }
  if (resourceAttributes) {
    problems.push(...selectorProblems(path.child('fieldSelector'), resourceAttributes.fieldSelector));
    problems.push(...selectorProblems(path.child('labelSelector'), resourceAttributes.labelSelector));
  }
  return problems;
}

interface SelectorAttributes {
  readonly rawSelector?: string;
  readonly requirements?: readonly (FieldSelectorRequirement | LabelSelectorRequirement)[];
}

function selectorProblems(path: FieldPath, selector: SelectorAttributes | undefined): FieldError[] {
  if (!selector) return [];
  const raw = selector.rawSelector ?? '';
  const requirements = selector.requirements ?? [];
  const problems: FieldError[] = [];
  if (raw !== '' && requirements.length > 0) {
    problems.push(invalid(path.child('rawSelector'), raw, 'may not specified at the same time as requirements'));
  }
  if (raw === '' && requirements.length === 0) {
    problems.push(required(path.child('requirements'), 'when specified, requirements or rawSelector is required'));
  }
  requirements.forEach((requirement, index) => {
    problems.push(...requirementProblems(path.child('requirements').index(index), requirement));
  });
  return problems;
}

function requirementProblems(
  path: FieldPath,
  { key, operator, values }: FieldSelectorRequirement | LabelSelectorRequirement,
): FieldError[] {
  const problems: FieldError[] = [];
  if (key === '') problems.push(required(path.child('key'), 'must be specified'));
  const count = values?.length ?? 0;
  if ((operator === 'In' || operator === 'NotIn') && count === 0) {
    problems.push(required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'"));
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0) {
    problems.push(
      forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
    );
  }
  return problems;
}

/**
 * The question as authorizers take it.
 *
 * @go k8s.io/kubernetes/pkg/registry/authorization/util#AuthorizationAttributesFrom
 */
export function attributesOf(user: UserInfo, question: AccessQuestion): AuthorizerAttributes {
  const resource = question.resourceAttributes;
  if (!resource) {
    const { path = '', verb = '' } = question.nonResourceAttributes ?? {};
    return { ...nothing, user, verb, path, isResourceRequest: false };
  }
  const { text: fieldSelector } = readFieldSelector(resource.fieldSelector);
  const { text: labelSelector } = readLabelSelector(resource.labelSelector);
  return {
    ...nothing,
    user,
    verb: resource.verb ?? '',
    isResourceRequest: true,
    namespace: resource.namespace ?? '',
    apiGroup: resource.group ?? '',
    apiVersion: resource.version ?? '*',
    resource: resource.resource ?? '',
    subresource: resource.subresource ?? '',
    name: resource.name ?? '',
    ...(fieldSelector !== '' && { fieldSelector }),
    ...(labelSelector !== '' && { labelSelector }),
  };
}

const nothing = {
  namespace: '',
  resource: '',
  subresource: '',
  name: '',
  apiGroup: '',
  apiVersion: '',
  path: '',
};

/** A selector as text; of one that is broken, the part that can be read. */
interface ReadSelector {
  readonly text: string;
  readonly isBroken: boolean;
}

/** @go k8s.io/kubernetes/pkg/registry/authorization/util#fieldSelectorAsSelector */
function readFieldSelector(selector: SelectorAttributes | undefined): ReadSelector {
  return readSelector(selector, parseFieldSelector, ({ key, operator, values = [] }) => {
    const [value] = values;
    if (values.length !== 1 || value === undefined) return undefined;
    if (operator === 'In') return `${key}=${escapeFieldValue(value)}`;
    return operator === 'NotIn' ? `${key}!=${escapeFieldValue(value)}` : undefined;
  });
}

/** @go k8s.io/kubernetes/pkg/registry/authorization/util#labelSelectorAsSelector */
function readLabelSelector(selector: SelectorAttributes | undefined): ReadSelector {
  return readSelector(selector, parseLabelSelector, ({ key, operator, values = [] }) => {
    switch (operator) {
      case 'In':
        return `${key} in (${values.join(',')})`;
      case 'NotIn':
        return `${key} notin (${values.join(',')})`;
      case 'Exists':
        return key;
      case 'DoesNotExist':
        return `!${key}`;
      default:
        return undefined;
    }
  });
}

type SelectorRequirement = FieldSelectorRequirement | LabelSelectorRequirement;

function readSelector(
  { rawSelector = '', requirements = [] }: SelectorAttributes = {},
  parse: (text: string) => unknown,
  format: (requirement: SelectorRequirement) => string | undefined,
): ReadSelector {
  const isGood = (text: string): boolean => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
  if (rawSelector !== '') return isGood(rawSelector) ? { text: rawSelector, isBroken: false } : unread;
  const texts = requirements.map(format).filter((text) => text !== undefined && isGood(text));
  return { text: texts.join(','), isBroken: texts.length < requirements.length };
}

const unread: ReadSelector = { text: '', isBroken: true };
