import {
  domainPrefixedPath,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '@kubescript/apimachinery';
import { type CelEnvironment, type Program, types } from '@kubescript/cel';

import { type CompiledExpression, compileExpression, isProblem, objectTypes } from '../expressions.ts';
import type { ClaimMappings, ClaimValidationRule, JwtAuthenticatorConfig, PrefixedClaimOrExpression } from './types.ts';
import { usesField } from './uses-field.ts';

/** A condition, and what is said if it does not hold. */
export interface CompiledRule {
  readonly expression: string;
  readonly message: string;
  readonly program: Program;
}

/** The expressions of a JwtAuthenticatorConfig, compiled; those that it does not have are undefined. */
export interface JwtExpressions {
  readonly username: Program | undefined;
  readonly groups: Program | undefined;
  readonly uid: Program | undefined;
  readonly extra: readonly { readonly key: string; readonly expression: string; readonly program: Program }[];
  readonly claimRules: readonly CompiledRule[];
  readonly userRules: readonly CompiledRule[];
}

const userType = objectTypes({
  'kubernetes.UserInfo': {
    username: types.string,
    uid: types.string,
    groups: types.list(types.string),
    extra: types.map(types.string, types.list(types.string)),
  },
});

/** Compiles expressions and notes what is wrong with them. */
class Compilation {
  readonly problems: FieldError[] = [];
  usesEmail = false;
  usesEmailVerified = false;
  private readonly claims: CelEnvironment;
  private readonly user: CelEnvironment;

  constructor(base: CelEnvironment) {
    this.claims = base.extend({ variables: { claims: types.map(types.string, types.any) } });
    this.user = base.extend({
      variables: { user: types.object('kubernetes.UserInfo') },
      typeProvider: userType,
    });
  }

  ofClaims(expression: string, path: FieldPath, isCondition = false): Program | undefined {
    const compiled = this.compile(this.claims, expression, { path, isCondition });
    if (compiled !== undefined) this.usesEmailVerified ||= usesField(compiled.expr, 'claims', 'email_verified');
    return compiled?.program;
  }

  /** The user name must not be an address that nobody verified. */
  ofUserName(expression: string, path: FieldPath): Program | undefined {
    const compiled = this.compile(this.claims, expression, { path, isCondition: false });
    if (compiled === undefined) return undefined;
    this.usesEmail = usesField(compiled.expr, 'claims', 'email');
    this.usesEmailVerified ||= usesField(compiled.expr, 'claims', 'email_verified');
    return compiled.program;
  }

  ofUser(expression: string, path: FieldPath): Program | undefined {
    return this.compile(this.user, expression, { path, isCondition: true })?.program;
  }

  private compile(
    environment: CelEnvironment,
    expression: string,
    { path, isCondition }: { readonly path: FieldPath; readonly isCondition: boolean },
  ): CompiledExpression | undefined {
    const compiled = compileExpression(environment, expression, { returns: isCondition ? [types.bool] : [] });
    if (!isProblem(compiled)) return compiled;
    this.problems.push(invalid(path, expression, compiled.problem));
    return undefined;
  }
}

/**
 * Compiles the expressions of an issuer and finds what is wrong with them and around them.
 *
 * @go k8s.io/apiserver/pkg/apis/apiserver/validation#CompileAndValidateJWTAuthenticator
 */
export function compileJwtExpressions(
  config: JwtAuthenticatorConfig,
  path: FieldPath,
  base: CelEnvironment,
): { readonly expressions: JwtExpressions; readonly problems: readonly FieldError[] } {
  const compilation = new Compilation(base);
  const claimRules = compileClaimRules(compilation, config.claimValidationRules, path.child('claimValidationRules'));
  const mappings = compileMappings(compilation, config.claimMappings, path.child('claimMappings'));
  const userRules = compileUserRules(compilation, config.userValidationRules, path.child('userValidationRules'));
  return { expressions: { ...mappings, claimRules, userRules }, problems: compilation.problems };
}

function compileClaimRules(
  compilation: Compilation,
  rules: readonly ClaimValidationRule[],
  path: FieldPath,
): readonly CompiledRule[] {
  const { problems } = compilation;
  return rules.flatMap(({ claim, requiredValue, expression, message }, index) => {
    const at = path.index(index);
    const before = rules.slice(0, index);
    if (claim !== '' && expression !== '') problems.push(invalid(at, claim, "claim and expression can't both be set"));
    else if (claim === '' && expression === '') problems.push(required(at, 'claim or expression is required'));
    else if (claim !== '') {
      if (message !== '') {
        problems.push(invalid(at.child('message'), message, 'may not be specified when claim is set'));
      }
      if (before.some((rule) => rule.claim === claim)) problems.push(duplicate(at.child('claim'), claim));
    } else {
      if (requiredValue !== '') {
        const detail = 'may not be specified when expression is set';
        problems.push(invalid(at.child('requiredValue'), requiredValue, detail));
      }
      if (before.some((rule) => rule.expression === expression)) {
        problems.push(duplicate(at.child('expression'), expression));
        return [];
      }
      const program = compilation.ofClaims(expression, at.child('expression'), true);
      return program === undefined ? [] : [{ expression, message, program }];
    }
    return [];
  });
}

function compileMappings(
  compilation: Compilation,
  mappings: ClaimMappings,
  path: FieldPath,
): Pick<JwtExpressions, 'username' | 'groups' | 'uid' | 'extra'> {
  const { problems } = compilation;
  const username = compilePrefixed(mappings.username, path.child('username'), {
    problems,
    isRequired: true,
    compile: (expression, at) => compilation.ofUserName(expression, at),
  });
  const groups = compilePrefixed(mappings.groups, path.child('groups'), {
    problems,
    isRequired: false,
    compile: (expression, at) => compilation.ofClaims(expression, at),
  });
  const uid = compileUid(compilation, mappings.uid, path.child('uid'));
  const extra = compileExtra(compilation, mappings.extra, path.child('extra'));
  if (compilation.usesEmail && !compilation.usesEmailVerified) {
    const detail =
      'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression';
    problems.push(invalid(path.child('username').child('expression'), mappings.username.expression, detail));
  }
  return { username, groups, uid, extra };
}

function compilePrefixed(
  { claim, prefix, expression }: PrefixedClaimOrExpression,
  path: FieldPath,
  context: {
    readonly problems: FieldError[];
    readonly isRequired: boolean;
    readonly compile: (expression: string, path: FieldPath) => Program | undefined;
  },
): Program | undefined {
  const { problems, isRequired, compile } = context;
  if (expression !== '' && claim !== '') problems.push(invalid(path, '', "claim and expression can't both be set"));
  else if (expression !== '') {
    if (prefix !== undefined) {
      problems.push(invalid(path.child('prefix'), prefix, 'may not be specified when expression is set'));
    }
    return compile(expression, path.child('expression'));
  } else if (claim !== '') {
    const detail = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing';
    if (prefix === undefined) problems.push(required(path.child('prefix'), detail));
  } else if (isRequired) problems.push(required(path, 'claim or expression is required'));
  return undefined;
}

function compileUid(compilation: Compilation, uid: ClaimMappings['uid'], path: FieldPath): Program | undefined {
  if (uid.claim !== '' && uid.expression !== '') {
    compilation.problems.push(invalid(path, '', "claim and expression can't both be set"));
    return undefined;
  }
  return uid.expression === '' ? undefined : compilation.ofClaims(uid.expression, path.child('expression'));
}

function compileExtra(
  compilation: Compilation,
  extra: ClaimMappings['extra'],
  path: FieldPath,
): JwtExpressions['extra'] {
  const { problems } = compilation;
  return extra.flatMap(({ key, valueExpression: expression }, index) => {
    const at = path.index(index);
    const keyPath = at.child('key');
    problems.push(...extraKeyProblems(key, keyPath));
    if (extra.findIndex((other) => other.key === key) < index) {
      problems.push(duplicate(keyPath, key));
      return [];
    }
    if (expression === '') {
      problems.push(required(at.child('valueExpression')));
      return [];
    }
    const program = compilation.ofClaims(expression, at.child('valueExpression'));
    return program === undefined ? [] : [{ key, expression, program }];
  });
}

function extraKeyProblems(key: string, path: FieldPath): readonly FieldError[] {
  const problems = domainPrefixedPath(key, path);
  if (key !== key.toLowerCase()) problems.push(invalid(path, key, 'must be lowercase'));
  const domain = key.includes('/') ? (key.split('/')[0] ?? '') : '';
  if (/(^|\.)(kubernetes|k8s)\.io$/.test(domain)) {
    problems.push(invalid(path, key, 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use'));
  }
  return problems;
}

function compileUserRules(
  compilation: Compilation,
  rules: JwtAuthenticatorConfig['userValidationRules'],
  path: FieldPath,
): readonly CompiledRule[] {
  const { problems } = compilation;
  return rules.flatMap(({ expression, message }, index) => {
    const at = path.index(index).child('expression');
    if (expression === '') problems.push(required(at));
    else if (rules.findIndex((rule) => rule.expression === expression) < index)
      problems.push(duplicate(at, expression));
    else {
      const program = compilation.ofUser(expression, at);
      if (program !== undefined) return [{ expression, message, program }];
    }
    return [];
  });
}
