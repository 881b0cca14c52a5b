import { expect, test } from 'vitest';

import { affectedBy, graphDifferences, importedPackages } from './project-graph.ts';

const graph = new Map([
  ['base', new Set<string>()],
  ['client', new Set(['base'])],
  ['server', new Set(['client'])],
  ['tool', new Set<string>()],
]);

test('packages are found in imports of every form, once', () => {
  const source = `import { a } from '@kubescript/api/apps/v1';
import type { B } from '@kubescript/client';
export * from "@kubescript/lib-apis";
import '@kubescript/cel';
const c = await import('@kubescript/client');
import { d } from './local.ts'; // not @kubescript/other
`;
  expect(importedPackages(source)).toEqual([
    '@kubescript/api',
    '@kubescript/client',
    '@kubescript/lib-apis',
    '@kubescript/cel',
  ]);
});

test.each([
  ['base', ['base', 'client', 'server']],
  ['client', ['client', 'server']],
  ['server', ['server']],
  ['tool', ['tool']],
])('a change of %s affects what depends on it, and nothing else', (project, want) => {
  expect(affectedBy(graph, project)).toEqual(want);
});

test('graphs are compared in both directions', () => {
  const other = new Map([...graph, ['client', new Set(['tool'])]]);
  expect(graphDifferences(graph, graph)).toEqual([]);
  expect(graphDifferences(other, graph)).toEqual([
    'client depends on base, which the graph does not say',
    'client does not depend on tool, as the graph says',
  ]);
});
