export { apiPackageInfo, MACHINERY_PACKAGES } from './api-packages.ts';
export { type BindingImports, generateClientBindings, generateClientIndex } from './client-bindings.ts';
export type { ApiField, ApiPackage, ApiType, Marker, TypeExpr } from './model.ts';
export { generateCrds, type CustomResourceDefinition } from './crd/generate-crds.ts';
export { crdYaml } from './crd/crd-yaml.ts';
export { parseCrdPackage, parsePackage, type PackageInfo } from './parse.ts';
export { parseResource, type ResourceFacts } from './resource-marker.ts';
export { generateSchemaIndex, generateSchemaTable, modulePath, newTypeFinder } from './schema-tables.ts';
