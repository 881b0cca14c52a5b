import type { ClusterRole } from '@kubescript/api/rbac/v1';
import { rbacv1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { ClusterRoleAggregationController } from './cluster-role-aggregation-controller.ts';

const rule = (resource: string): { verbs: string[]; apiGroups: string[]; resources: string[] } => ({
  verbs: ['get'],
  apiGroups: [''],
  resources: [resource],
});

function role(name: string, labels: Record<string, string>, members: Partial<ClusterRole>): ClusterRole {
  return {
    kind: 'ClusterRole',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    metadata: { name, labels },
    rules: [],
    ...members,
  };
}

const madeOf = (label: string): Partial<ClusterRole> => ({
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] },
});

test('a role has the rules of its parts, also of parts that are aggregated themselves, and follows their changes', async () => {
  await using cluster = new TestCluster();
  const api = cluster.client.resource(rbacv1.clusterroles);
  await api.create(role('edit', {}, madeOf('to-edit')));
  await api.create(role('view', { 'to-edit': 'true' }, madeOf('to-view')));
  await api.create(role('pods', { 'to-view': 'true' }, { rules: [rule('pods')] }));
  await api.create(role('other', {}, { rules: [rule('secrets')] }));
  cluster.start(new ClusterRoleAggregationController(cluster.context));
  const rulesOf = async (name: string): Promise<unknown> => (await api.get(name)).rules;
  await expect.poll(() => rulesOf('edit')).toEqual([rule('pods')]);
  expect(await rulesOf('view')).toEqual([rule('pods')]);
  await api.create(role('nodes', { 'to-edit': 'true' }, { rules: [rule('nodes')] }));
  await expect.poll(() => rulesOf('edit')).toEqual([rule('nodes'), rule('pods')]);
  await api.delete('pods');
  await expect.poll(() => rulesOf('edit')).toEqual([rule('nodes')]);
  expect(await rulesOf('view')).toEqual([]);
});
