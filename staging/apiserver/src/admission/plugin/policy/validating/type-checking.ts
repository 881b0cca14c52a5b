import type { DeepReadonly, GroupVersionKind } from '@kubescript/apimachinery';
import { FieldPath } from '@kubescript/apimachinery';
import type { ExpressionWarning, ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import { type CelEnvironment, types } from '@kubescript/cel';

import { baseCelEnvironment } from '../../../../cel/base-environment.ts';
import { type DeclType, DeclTypeProvider } from '../../../../cel/decl-type.ts';
import { authorizerType } from '../../../../cel/library/authz.ts';
import type { CelSchema } from '../../../../cel/schema.ts';
import { schemaDeclType } from '../../../../cel/schema-decl-type.ts';
import { CompositedCompiler } from '../../cel/composition.ts';
import { namespaceType, requestType, requestTypes } from '../../cel/request-type.ts';
import { formatKind } from './types-to-check.ts';

/** A kind with its schema. */
export interface SchemaOfKind {
  readonly kind: GroupVersionKind;
  readonly schema: CelSchema;
}

/** What a policy is checked against. */
export interface TypeCheckingContext {
  /** The kinds of `object` and `oldObject`. */
  readonly objects: readonly SchemaOfKind[];
  /** The kind of `params`; undefined if its schema is not known. */
  readonly params?: SchemaOfKind | undefined;
}

/**
 * Checks the expressions of validations, and of their messages, against every kind; what variables result in is
 * known to them, but faults of variables are not reported.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#(*TypeChecker).Check
 */
export function typeCheck(
  policy: DeepReadonly<ValidatingAdmissionPolicy>,
  context: TypeCheckingContext,
): ExpressionWarning[] {
  const environments = context.objects.map((object) => {
    return { kind: object.kind, environment: typedEnvironment(policy, object, context.params) };
  });
  const path = new FieldPath('spec').child('validations');
  return (policy.spec.validations ?? []).flatMap(({ expression, messageExpression = '' }, index) => {
    const place = path.index(index);
    const warnings = warningsAt(place.child('expression'), expression, environments);
    if (messageExpression === '') return warnings;
    return [...warnings, ...warningsAt(place.child('messageExpression'), messageExpression, environments)];
  });
}

interface EnvironmentOfKind {
  readonly kind: GroupVersionKind;
  readonly environment: CelEnvironment;
}

/** The issues of an expression with each kind, as one warning. */
function warningsAt(
  path: FieldPath,
  expression: string,
  environments: readonly EnvironmentOfKind[],
): ExpressionWarning[] {
  const messages = environments.flatMap(({ kind, environment }) => {
    const compiled = environment.compile(expression);
    return compiled.ok ? [] : [`${formatKind(kind)}: ${compiled.issues.toString()}\n`];
  });
  return messages.length === 0 ? [] : [{ fieldRef: path.toString(), warning: messages.join('\n') }];
}

/** The environment of a policy's expressions when they see objects of one kind, with the policy's variables. */
function typedEnvironment(
  { spec }: DeepReadonly<ValidatingAdmissionPolicy>,
  object: SchemaOfKind,
  params: SchemaOfKind | undefined,
): CelEnvironment {
  const options = { hasParams: spec.paramKind !== undefined, hasAuthorizer: true };
  const declared = { object: declTypeOf(object, 1), params: params && declTypeOf(params, 2) };
  const base = buildEnvironment(options.hasParams, declared);
  const compiler = new CompositedCompiler(() => base);
  for (const variable of spec.variables ?? []) compiler.addVariable(variable, options);
  return compiler.environment(options);
}

interface DeclaredTypes {
  readonly object: DeclType | undefined;
  readonly params: DeclType | undefined;
}

/** A variable whose type is not declared can be anything. @go …/policy/validating#buildEnvSet */
function buildEnvironment(hasParams: boolean, { object, params }: DeclaredTypes): CelEnvironment {
  const objectType = object?.celType ?? types.dyn;
  return baseCelEnvironment()
    .extend({
      variables: {
        namespaceObject: namespaceType,
        request: requestType,
        object: objectType,
        oldObject: objectType,
        ...(hasParams ? { params: params?.celType ?? types.dyn } : {}),
        authorizer: authorizerType,
      },
      typeProvider: requestTypes,
    })
    .extend({ typeProvider: new DeclTypeProvider(...[object, params].filter((type) => type !== undefined)) });
}

/** The type by a name of its own, as object and params may be of the same kind. */
function declTypeOf({ kind, schema }: SchemaOfKind, ordinal: number): DeclType | undefined {
  return schemaDeclType(schema, true)?.assignTypeName(`${kind.kind}${String(ordinal)}`);
}
