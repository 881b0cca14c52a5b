import { GENERATED_HEADER } from './header.ts';
import type { ApiPackage, ApiType } from './model.ts';
import { markerOf } from './model.ts';
import { parseResource } from './resource-marker.ts';

/** Where the bindings of a package find what they bind. */
export interface BindingImports {
  /** Module of the types: `./types.ts`. */
  readonly types: string;
  /** Module that exports the type Resource: `@kubescript/client`. */
  readonly resource: string;
}

/** The module that binds every resource of a package to its type, or undefined if the package has no resources. */
export function generateClientBindings(
  api: ApiPackage,
  imports: BindingImports = { types: `@kubescript/api/${api.path}`, resource: '../../typed/resource.ts' },
): string | undefined {
  const kinds = api.types.filter((type) => markerOf(type, 'resource') !== undefined);
  if (kinds.length === 0) return undefined;
  const names = kinds.map((type) => type.name).join(', ');
  return [
    GENERATED_HEADER,
    `import type { ${names} } from '${imports.types}';`,
    '',
    `import type { Resource } from '${imports.resource}';`,
    '',
    ...kinds.flatMap((type) => bindingOf(api, type)),
  ].join('\n');
}

function bindingOf(api: ApiPackage, type: ApiType): readonly string[] {
  const resource = parseResource(markerOf(type, 'resource') ?? '');
  return [
    `/** ${type.name} objects of ${api.group === '' ? api.version : `${api.group}/${api.version}`}. */`,
    `export const ${resource.resource}: Resource<${type.name}> = {`,
    `  group: '${api.group}',`,
    `  version: '${api.version}',`,
    `  resource: '${resource.resource}',`,
    `  kind: '${type.name}',`,
    `  namespaced: ${String(resource.namespaced)},`,
    `};`,
    '',
  ];
}

/** The module that re-exports the bindings of all packages as namespaces: `corev1`, `appsv1`. */
export function generateClientIndex(packages: readonly ApiPackage[]): string {
  const bound = packages.filter((api) => generateClientBindings(api) !== undefined);
  const lines = bound.map((api) => `export * as ${api.path.replace('/', '')} from './${api.path}.ts';`);
  return [GENERATED_HEADER, ...lines.toSorted(), ''].join('\n');
}
