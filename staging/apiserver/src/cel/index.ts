export { baseCelEnvironment, mutationCelEnvironment } from './base-environment.ts';
export { compileExpression, type CompiledExpression } from './compile-expression.ts';
export {
  type DeclField,
  DeclType,
  DeclTypeProvider,
  declTypes,
  listDecl,
  mapDecl,
  objectDecl,
  objectDeclOf,
  simpleDecl,
} from './decl-type.ts';
export { escapeField, unescapeField } from './escaping.ts';
export * from './limits.ts';
export { type CelSchema, withTypeAndObjectMeta } from './schema.ts';
export { schemaDeclType } from './schema-decl-type.ts';
export { DeclSizeEstimator } from './size-estimator.ts';
export { unstructuredToValue } from './values/unstructured.ts';
export {
  authorizerType,
  AuthorizerValue,
  type CheckedResource,
  ResourceCheck,
  resourceCheckType,
} from './library/authz.ts';
export { AwaitedDecisions, type DecisionSource, evaluateAwaiting } from './library/decisions.ts';
export { checkObjectTypeNames, jsonPatchType, LiteralObject, objectType } from './mutation-types.ts';
