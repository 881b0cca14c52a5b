import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import {
  duplicate,
  type FieldError,
  FieldPath,
  formatDuration,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
  tooMany,
} from '@kubescript/apimachinery';
import type { CelEnvironment } from '@kubescript/cel';

import { isProblem } from '../../authentication/expressions.ts';
import { compileMatchCondition } from '../match-conditions.ts';
import type { AuthorizationConfiguration, AuthorizerConfiguration, WebhookConfiguration } from './types.ts';

const knownTypes = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];
const maxConditions = 64;
const maxTimeout = 30_000;

/**
 * What is wrong with an AuthorizationConfiguration.
 *
 * @go k8s.io/apiserver/pkg/apis/apiserver/validation#ValidateAuthorizationConfiguration
 */
export function validateAuthorizationConfiguration(
  { authorizers }: AuthorizationConfiguration,
  environment: CelEnvironment,
): readonly FieldError[] {
  const path = new FieldPath('authorizers');
  if (authorizers.length === 0) return [required(path, 'at least one authorization mode must be defined')];
  return authorizers.flatMap((authorizer, index) =>
    authorizerProblems(authorizer, authorizers.slice(0, index), { path: path.index(index), environment }),
  );
}

interface Place {
  readonly path: FieldPath;
  readonly environment: CelEnvironment;
}

function authorizerProblems(
  { type, name, webhook }: AuthorizerConfiguration,
  before: readonly AuthorizerConfiguration[],
  place: Place,
): readonly FieldError[] {
  const { path } = place;
  if (type === '') return [required(path.child('type'))];
  if (!knownTypes.includes(type)) return [notSupported(path.child('type'), type, knownTypes)];
  if (type !== 'Webhook' && before.some((other) => other.type === type)) return [duplicate(path.child('type'), type)];
  const problems = nameProblems(name, before, path.child('name'));
  if (type !== 'Webhook' && webhook !== undefined) {
    problems.push(invalid(path.child('webhook'), 'non-null', 'may only be specified when type=Webhook'));
  }
  if (type !== 'Webhook') return problems;
  if (webhook === undefined) return [...problems, required(path.child('webhook'), 'required when type=Webhook')];
  return [...problems, ...webhookProblems(webhook, place)];
}

function nameProblems(name: string, before: readonly AuthorizerConfiguration[], path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  if (before.some((other) => other.name === name)) return [duplicate(path, name)];
  const breaches = isDns1123Subdomain(name);
  return breaches.length === 0 ? [] : [invalid(path, name, `authorizer name is invalid: ${breaches.join(', ')}`)];
}

/** @go k8s.io/apiserver/pkg/apis/apiserver/validation#ValidateWebhookConfiguration */
function webhookProblems(webhook: WebhookConfiguration, place: Place): readonly FieldError[] {
  const { path } = place;
  const { timeout, subjectAccessReviewVersion, matchConditionSubjectAccessReviewVersion, matchConditions } = webhook;
  const problems: FieldError[] = [];
  if (timeout === 0) problems.push(required(path.child('timeout')));
  else if (timeout < 0 || timeout > maxTimeout) {
    problems.push(invalid(path.child('timeout'), shownDuration(timeout), 'must be > 0s and <= 30s'));
  }
  for (const member of ['authorizedTTL', 'unauthorizedTTL'] as const) {
    const ttl = webhook[member];
    if (ttl === 0) problems.push(required(path.child(member)));
    else if (ttl < 0) problems.push(invalid(path.child(member), shownDuration(ttl), 'must be > 0s'));
  }
  problems.push(...oneOf(path.child('subjectAccessReviewVersion'), subjectAccessReviewVersion, ['v1', 'v1beta1']));
  const versionPath = path.child('matchConditionSubjectAccessReviewVersion');
  if (matchConditionSubjectAccessReviewVersion !== '') {
    problems.push(...oneOf(versionPath, matchConditionSubjectAccessReviewVersion, ['v1']));
  } else if (matchConditions.length > 0) {
    problems.push(required(versionPath, 'required if match conditions are specified'));
  }
  problems.push(...oneOf(path.child('failurePolicy'), webhook.failurePolicy, ['NoOpinion', 'Deny']));
  return [
    ...problems,
    ...connectionProblems(webhook.connectionInfo, path.child('connectionInfo')),
    ...conditionProblems(matchConditions, place),
  ];
}

const shownDuration = (milliseconds: number): string => formatDuration(milliseconds);

function oneOf(path: FieldPath, value: string, valid: readonly string[]): readonly FieldError[] {
  if (value === '') return [required(path)];
  return valid.includes(value) ? [] : [notSupported(path, value, valid)];
}

function connectionProblems(
  { type, kubeConfigFile }: WebhookConfiguration['connectionInfo'],
  path: FieldPath,
): readonly FieldError[] {
  const filePath = path.child('kubeConfigFile');
  const types = ['InClusterConfig', 'KubeConfigFile'];
  if (type === '' || !types.includes(type)) return oneOf(path.child('type'), type, types);
  if (type === 'InClusterConfig') {
    if (kubeConfigFile === undefined) return [];
    return [invalid(filePath, kubeConfigFile, 'can only be set when type=KubeConfigFile')];
  }
  if (kubeConfigFile === undefined || kubeConfigFile === '') return [required(filePath)];
  if (!isAbsolute(kubeConfigFile)) return [invalid(filePath, kubeConfigFile, 'must be an absolute path')];
  return fileProblems(kubeConfigFile, filePath);
}

function fileProblems(file: string, path: FieldPath): readonly FieldError[] {
  try {
    return statSync(file).isFile() ? [] : [invalid(path, file, 'must be a regular file')];
  } catch (error) {
    return [invalid(path, file, `error loading file: ${(error as Error).message}`)];
  }
}

function conditionProblems(
  conditions: WebhookConfiguration['matchConditions'],
  { path, environment }: Place,
): readonly FieldError[] {
  const listPath = path.child('matchConditions');
  if (conditions.length > maxConditions) return [tooMany(listPath, conditions.length, maxConditions)];
  return conditions.flatMap(({ expression }, index) => {
    const where = listPath.index(index).child('expression');
    if (expression.trim() === '') return [required(where)];
    if (conditions.findIndex((other) => other.expression === expression) < index) return [duplicate(where, expression)];
    const compiled = compileMatchCondition(environment, expression);
    return isProblem(compiled) ? [invalid(where, expression, compiled.problem)] : [];
  });
}
