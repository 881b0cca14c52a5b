import { CelError, type Program } from '@kubescript/cel';

import { perCallLimit } from '../../cel/limits.ts';
import type { UserInfo } from '../authenticator.ts';
import type { CompiledRule, JwtExpressions } from './compile.ts';
import type { JwtAuthenticatorConfig, PrefixedClaimOrExpression } from './types.ts';

/** The claims of a token whose signature is good. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Who a token is about: maps its claims and checks all rules; throws an Error that says which claim or rule it failed.
 *
 * @go k8s.io/apiserver/plugin/pkg/authenticator/token/oidc#(*jwtAuthenticator).AuthenticateToken
 */
export function userOfClaims(config: JwtAuthenticatorConfig, expressions: JwtExpressions, claims: Claims): UserInfo {
  const name = userNameOf(config.claimMappings.username, expressions, claims);
  const groups = groupsOf(config.claimMappings.groups, expressions, claims);
  const uid = uidOf(config.claimMappings.uid.claim, expressions, claims);
  const extra = extraOf(expressions, claims);
  checkRequiredClaims(config, claims);
  checkRules(expressions.claimRules, { claims }, 'claim validation expression');
  const user = { username: name, uid, groups, extra };
  checkRules(expressions.userRules, { user }, 'user info validation rule');
  return { name, groups, ...(uid !== '' && { uid }), ...(Object.keys(extra).length > 0 && { extra }) };
}

function userNameOf(
  { claim, prefix = '' }: PrefixedClaimOrExpression,
  { username }: JwtExpressions,
  claims: Claims,
): string {
  if (username !== undefined) {
    const value = evaluate(username, { claims }, 'username claim expression');
    if (typeof value !== 'string') {
      throw new Error(
        'oidc: error evaluating username claim expression: username claim expression must return a string',
      );
    }
    return notEmpty(value);
  }
  const value = textClaim(claims, claim, `oidc: parse username claims ${JSON.stringify(claim)}`);
  if (claim === 'email' && Object.hasOwn(claims, 'email_verified')) {
    const verified = claims['email_verified'];
    if (typeof verified !== 'boolean') throw new Error(`oidc: parse 'email_verified' claim: it is no boolean`);
    if (!verified) throw new Error('oidc: email not verified');
  }
  return notEmpty(prefix + value);
}

/** A user without a name would be nobody, or anybody. */
function notEmpty(name: string): string {
  if (name === '') throw new Error('oidc: the username must not be empty');
  return name;
}

function groupsOf(
  { claim, prefix = '' }: PrefixedClaimOrExpression,
  { groups }: JwtExpressions,
  claims: Claims,
): readonly string[] {
  if (claim !== '' && Object.hasOwn(claims, claim)) {
    const value = claims[claim];
    const list = [value].flat();
    if (!list.every((group) => typeof group === 'string')) {
      throw new Error(`oidc: parse groups claim ${JSON.stringify(claim)}: it is neither a text nor a list of texts`);
    }
    return list.map((group) => prefix + group);
  }
  if (groups === undefined) return [];
  const what = 'group claim expression';
  return textsOf(evaluate(groups, { claims }, what), `oidc: error evaluating ${what}`);
}

function uidOf(claim: string, { uid }: JwtExpressions, claims: Claims): string {
  if (claim !== '') return textClaim(claims, claim, `oidc: parse uid claim ${JSON.stringify(claim)}`);
  if (uid === undefined) return '';
  const value = evaluate(uid, { claims }, 'uid claim expression');
  if (typeof value === 'string') return value;
  throw new Error('oidc: error evaluating uid claim expression: uid claim expression must return a string');
}

function extraOf({ extra }: JwtExpressions, claims: Claims): Readonly<Record<string, readonly string[]>> {
  const entries = extra.map(({ key, expression, program }) => {
    const value = evaluate(program, { claims }, 'extra claim expression');
    return [key, textsOf(value, `oidc: error evaluating extra claim expression: ${expression}`)] as const;
  });
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

function checkRequiredClaims({ claimValidationRules }: JwtAuthenticatorConfig, claims: Claims): void {
  for (const { claim, requiredValue } of claimValidationRules) {
    if (claim === '') continue;
    if (!Object.hasOwn(claims, claim)) throw new Error(`oidc: required claim ${claim} not present in ID token`);
    const value = textClaim(claims, claim, `oidc: parse claim ${claim}`);
    if (value !== requiredValue) {
      throw new Error(`oidc: required claim ${claim} value does not match. Got = ${value}, want = ${requiredValue}`);
    }
  }
}

/** @go k8s.io/apiserver/plugin/pkg/authenticator/token/oidc#checkValidationRulesEvaluation */
function checkRules(rules: readonly CompiledRule[], variables: Claims, what: string): void {
  for (const { expression, message, program } of rules) {
    if (evaluate(program, variables, what) === true) continue;
    const text =
      message === ''
        ? `validation expression '${expression}' failed`
        : `validation expression '${expression}' failed: ${message}`;
    throw new Error(`oidc: error evaluating ${what}: ${text}`);
  }
}

function evaluate(program: Program, variables: Claims, what: string): unknown {
  try {
    return program.evaluate(variables, { costLimit: perCallLimit }).value;
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new Error(`oidc: error evaluating ${what}: ${error.message}`, { cause: error });
  }
}

function textClaim(claims: Claims, claim: string, what: string): string {
  if (!Object.hasOwn(claims, claim)) throw new Error(`${what}: claim not present`);
  const value = claims[claim];
  if (typeof value !== 'string') throw new Error(`${what}: it is no text`);
  return value;
}

/** A text or a list of texts; what is empty counts as not there. */
function textsOf(value: unknown, what: string): readonly string[] {
  if (value === null || value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every((item) => typeof item === 'string')) {
    throw new Error(`${what}: expression must return a string or a list of strings`);
  }
  return list.filter((item) => item !== '');
}
