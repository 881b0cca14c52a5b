import { expect, test } from 'vitest';

import { inReferenceOrder } from './hook-order.ts';

test('hooks are shown as the reference shows them, others last and in their own order', () => {
  const names = ['z', 'bootstrap-controller', 'a', 'crd-informer-synced', 'rbac/bootstrap-roles'];
  const hooks = names.map((name) => ({ name, run: () => Promise.resolve() }));
  expect(inReferenceOrder(hooks).map(({ name }) => name)).toEqual([
    'crd-informer-synced',
    'rbac/bootstrap-roles',
    'bootstrap-controller',
    'z',
    'a',
  ]);
});
