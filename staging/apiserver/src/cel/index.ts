export { baseCelEnvironment } from './base-environment.ts';
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
