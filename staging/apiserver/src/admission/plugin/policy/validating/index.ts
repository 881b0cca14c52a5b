export { DiscoverySchemaResolver, type SchemaResolver } from '../../../../cel/openapi/schema-resolver.ts';
export { TypeChecker, type TypeCheckerOptions } from './type-checker.ts';
