import { expect, test } from 'vitest';

import { startEnvironment } from '@kubescript/envtest';

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'backups.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'backups', singular: 'backup', kind: 'Backup', listKind: 'BackupList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { schedule: { type: 'string', minLength: 9 } } } },
          },
        },
      },
    ],
  },
};

test('the schema of our resource refuses a schedule that is too short', async () => {
  await using environment = await startEnvironment({ port: false, crds: [crd] });
  const path = '/apis/example.com/v1/namespaces/default/backups';
  const backup = (schedule) => ({
    apiVersion: 'example.com/v1',
    kind: 'Backup',
    metadata: { generateName: 'backup-' },
    spec: { schedule },
  });
  const good = await environment.transport.request({ method: 'POST', path, body: backup('0 3 * * *') });
  expect(good.status).toBe(201);
  const bad = await environment.transport.request({ method: 'POST', path, body: backup('daily') });
  expect(bad.status).toBe(422);
});
