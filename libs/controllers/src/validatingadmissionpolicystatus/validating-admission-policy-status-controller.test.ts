import type { ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import { admissionregistrationv1, appsv1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { ValidatingAdmissionPolicyStatusController } from './validating-admission-policy-status-controller.ts';

const kind = { group: 'apps', version: 'v1', kind: 'Deployment' };
const documents = {
  'apis/apps/v1': {
    components: {
      schemas: {
        Deployment: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { replicas: { type: 'integer' } } } },
          'x-kubernetes-group-version-kind': [kind],
        },
      },
    },
  },
};

function policyOf(expression: string): ValidatingAdmissionPolicy {
  const rule = { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'p', generation: 1 },
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression }] },
    status: {},
  };
}

test('a policy is checked once for each of its generations', async () => {
  await using cluster = new TestCluster([appsv1.deployments]);
  cluster.openApi.documents = documents;
  const api = cluster.client.resource(admissionregistrationv1.validatingadmissionpolicies);
  await api.create(policyOf("object.spec.replicas > '1'"));
  cluster.start(new ValidatingAdmissionPolicyStatusController(cluster.context, { workers: 1 }));
  await expect
    .poll(async () => (await api.get('p')).status)
    .toEqual({
      observedGeneration: 1,
      typeChecking: {
        expressionWarnings: [
          {
            fieldRef: 'spec.validations[0].expression',
            warning: expect.stringContaining(
              "apps/v1, Kind=Deployment: ERROR: <input>:1:22: found no matching overload for '_>_' applied to '(int, string)'",
            ) as string,
          },
        ],
      },
    });
  await api.update({ ...(await api.get('p')), spec: policyOf('true').spec });
  const applied = (): unknown[] =>
    cluster.client.actions
      .filter(({ verb, subresource }) => verb === 'patch' && subresource === 'status')
      .map(({ body }) => (body as ValidatingAdmissionPolicy).status);
  await expect.poll(applied).toHaveLength(2);
  expect(applied()[1]).toEqual({ observedGeneration: 2, typeChecking: {} });
  const now = await api.get('p');
  await api.update({ ...now, metadata: { ...now.metadata, labels: { changed: 'but not the generation' } } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(applied()).toHaveLength(2);
});
