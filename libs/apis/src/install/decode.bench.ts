import { bench, describe } from 'vitest';

import { newApiScheme } from './api-scheme.ts';

const scheme = newApiScheme();
const container = (name: string): unknown => ({
  name,
  image: 'registry.example.com/team/app:1.2.3',
  command: ['/bin/app', '--verbose'],
  env: Array.from({ length: 15 }, (_, index) => ({
    name: `VARIABLE_${String(index)}`,
    value: `value number ${String(index)}`,
  })),
  ports: [{ name: 'http', containerPort: 8080 }],
  resources: { limits: { cpu: '500m', memory: '512Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
  livenessProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 5 },
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
});
const text = JSON.stringify({
  metadata: { name: 'pod', namespace: 'default', labels: { app: 'a', tier: 'b' } },
  spec: {
    containers: ['a', 'b', 'c', 'd', 'e', 'f'].map(container),
    volumes: [{ name: 'data', emptyDir: {} }],
    tolerations: [{ key: 'x', operator: 'Exists' }],
  },
});

describe(`a pod of ${String(text.length)} bytes`, () => {
  bench('parse, decode, default and encode', () => {
    const { object } = scheme.decode(JSON.parse(text), { group: '', version: 'v1', kind: 'Pod' });
    JSON.stringify(object);
  });
});
