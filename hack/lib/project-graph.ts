/** Projects by name, with the names of those that each depends on. */
export type ProjectGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The packages of this repository that a source imports, by name; types and dynamic imports count. */
export function importedPackages(source: string): readonly string[] {
  const found = source.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"](@kubescript\/[\w-]+)/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}

/** The project and all that depend on it, directly or not; sorted. */
export function affectedBy(graph: ProjectGraph, project: string): readonly string[] {
  const affected = new Set([project]);
  for (let size = 0; size !== affected.size;) {
    size = affected.size;
    for (const [name, dependencies] of graph) {
      if ([...dependencies].some((dependency) => affected.has(dependency))) affected.add(name);
    }
  }
  return [...affected].toSorted();
}

/** A line for each dependency that only one of two graphs has. */
export function graphDifferences(actual: ProjectGraph, wanted: ProjectGraph): readonly string[] {
  const names = [...new Set([...actual.keys(), ...wanted.keys()])].toSorted();
  return names.flatMap((name) => {
    const [has, wants] = [actual.get(name) ?? new Set<string>(), wanted.get(name) ?? new Set<string>()];
    return [
      ...[...wants.difference(has)].map((missing) => `${name} depends on ${missing}, which the graph does not say`),
      ...[...has.difference(wants)].map((extra) => `${name} does not depend on ${extra}, as the graph says`),
    ];
  });
}
