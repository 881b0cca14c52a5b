/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-argument -- decoded JSON is looked at by path */
import { type GroupVersionKind, isBadRequest } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { newApiScheme } from './api-scheme.ts';

const scheme = newApiScheme();
const gvk = (group: string, version: string, kind: string): GroupVersionKind => ({ group, version, kind });
const pod = gvk('', 'v1', 'Pod');
const decode = (value: unknown, kind: GroupVersionKind): any => scheme.decode(value, kind).object;

describe('decoding', () => {
  test.each([
    {
      name: 'a string for a number',
      value: { spec: { replicas: 'x' } },
      kind: gvk('apps', 'v1', 'Deployment'),
      want: 'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    },
    {
      name: 'a number beyond 32 bits',
      value: { spec: { replicas: 3_000_000_000 } },
      kind: gvk('apps', 'v1', 'Deployment'),
      want: 'json: cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32',
    },
    {
      name: 'an object for a list',
      value: { spec: { containers: {} } },
      kind: pod,
      want: 'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    },
    {
      name: 'no quantity',
      value: { spec: { containers: [{ resources: { limits: { cpu: 'lots' } } }] } },
      kind: pod,
      want: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    },
    {
      name: 'no base64',
      value: { data: { a: '*' } },
      kind: gvk('', 'v1', 'Secret'),
      want: 'illegal base64 data at input byte 0',
    },
  ])('refuses $name', ({ value, kind, want }) => {
    let error: unknown;
    try {
      scheme.decode(value, kind);
    } catch (err) {
      error = err;
    }
    expect(isBadRequest(error)).toBe(true);
    expect((error as Error).message).toBe(`${kind.kind} in version "v1" cannot be handled as a ${kind.kind}: ${want}`);
  });

  test('reports unknown fields in the order of the document, when asked', () => {
    const value = { metadata: { nope: 1 }, spec: { containers: [{ imag: 'x', env: [{ valu: 1 }] }] }, bogus: 1 };
    expect(scheme.decode(value, pod).problems).toEqual([]);
    expect(scheme.decode(value, pod, { reportUnknown: true }).problems).toEqual([
      'unknown field "metadata.nope"',
      'unknown field "spec.containers[0].imag"',
      'unknown field "spec.containers[0].env[0].valu"',
      'unknown field "bogus"',
    ]);
  });

  test('drops what is null, unknown or empty, and keeps what is held by pointer', () => {
    const { spec } = decode(
      { spec: { containers: null, hostNetwork: false, hostUsers: false, nodeName: null, tolerations: [], x: 1 } },
      pod,
    );
    expect(spec).toMatchObject({ containers: [], hostUsers: false });
    for (const gone of ['hostNetwork', 'nodeName', 'tolerations', 'x']) expect(spec).not.toHaveProperty(gone);
  });

  test('writes quantities and times in canonical form', () => {
    const value = {
      metadata: { creationTimestamp: '2026-01-02T05:04:05.9+02:00' },
      spec: { containers: [{ resources: { limits: { cpu: '1000m', memory: 1024 } } }] },
    };
    const { metadata, spec } = decode(value, pod);
    expect(metadata.creationTimestamp).toBe('2026-01-02T03:04:05Z');
    expect(spec.containers[0].resources.limits).toEqual({ cpu: '1', memory: '1024' });
  });

  test('encodes members in the order of the Go struct', () => {
    const { spec } = decode(
      { spec: { ports: [{ targetPort: 1, port: 80, name: 'a' }], type: 'NodePort' } },
      gvk('', 'v1', 'Service'),
    );
    expect(Object.keys(spec.ports[0])).toEqual(['name', 'protocol', 'port', 'targetPort']);
  });
});
