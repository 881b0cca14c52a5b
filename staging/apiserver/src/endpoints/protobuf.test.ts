import { schemas } from '@kubescript/api/schemas';
import { newProtobufCodec } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

const codec = newProtobufCodec(schemas);

const pod = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    name: 'web',
    namespace: 'default',
    labels: { app: 'web', tier: '' },
    creationTimestamp: '2026-01-02T03:04:05Z',
    generation: 3,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', controller: true }],
    managedFields: [
      {
        manager: 'm',
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { '.': {} } },
      },
    ],
  },
  spec: {
    volumes: [
      { name: 'v', emptyDir: { sizeLimit: '1Gi' } },
      { name: 'h', hostPath: { path: '/x', type: '' } },
    ],
    containers: [
      {
        name: 'c',
        image: 'busybox',
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        resources: { limits: { cpu: '100m' } },
        livenessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 10 },
        readinessProbe: { tcpSocket: { port: 8080 } },
        securityContext: { runAsUser: 0 },
      },
    ],
    tolerations: [{ key: 'k', operator: 'Exists', tolerationSeconds: -5 }],
  },
  status: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z' }],
  },
};

test('a pod survives encoding and decoding', () => {
  expect(codec.decode(codec.encode(pod))).toEqual(pod);
});

test.each([
  { kind: 'Secret', apiVersion: 'v1', metadata: { name: 's' }, data: { a: 'AAEC/w==' } },
  {
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    metadata: {},
    spec: { renewTime: '2026-01-02T03:04:05.000678Z' },
  },
  {
    kind: 'SubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec: { user: 'a', extra: { scopes: ['x', 'y'] } },
  },
])('$kind survives encoding and decoding', (object) => {
  expect(codec.decode(codec.encode(object))).toEqual(object);
});

// The bytes that client-go 1.36 sends for `kubectl create namespace foo`.
test('the envelope is the reference’s', () => {
  const encoded = codec.encode({ kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'foo' } });
  const text = Buffer.from(encoded).toString('latin1');
  expect(text.slice(0, 4)).toBe('k8s\0');
  expect(text).toContain('\n\x0f\n\x02v1\x12\tNamespace');
});

test('a list is made of bare objects', () => {
  const { kind, apiVersion, ...rest } = pod;
  const list = codec.encodeList({ kind: 'PodList', apiVersion: 'v1' }, { resourceVersion: '7' }, [
    codec.encodeBare(pod),
  ]);
  expect(codec.decode(Buffer.concat(list))).toEqual({
    kind: 'PodList',
    apiVersion,
    metadata: { resourceVersion: '7' },
    items: [rest],
  });
  expect(kind).toBe('Pod');
});

test.each([
  ['no envelope', Buffer.from('{}')],
  ['an unknown kind', codec.wrap({ apiVersion: 'v1', kind: 'Nope' }, new Uint8Array())],
  ['an end too early', codec.encode(pod).subarray(0, 60)],
])('%s is an error', (_, data) => {
  expect(() => codec.decode(data)).toThrow();
});
