import { expect, test } from 'vitest';

import { ContainerStatus } from '../runtime/container.ts';
import { PodSandboxConfig } from '../runtime/sandbox.ts';
import { decodeMessage, encodeMessage } from './codec.ts';
import { double } from './message.ts';

test('a message survives encoding and decoding, and what was left out has its zero value', () => {
  const bytes = encodeMessage(PodSandboxConfig, {
    metadata: { name: 'web-1', uid: 'u', namespace: 'default', attempt: 3 },
    labels: { a: 'b', c: '' },
    portMappings: [{ protocol: 'UDP', containerPort: 53, hostPort: 5353 }],
    linux: { securityContext: { supplementalGroups: [0, 1000, 70000], runAsUser: { value: 0 } } },
  });
  const back = decodeMessage(PodSandboxConfig, bytes);
  expect(back.metadata).toEqual({ name: 'web-1', uid: 'u', namespace: 'default', attempt: 3 });
  expect(back.labels).toEqual({ a: 'b', c: '' });
  expect(back.portMappings).toEqual([{ protocol: 'UDP', containerPort: 53, hostPort: 5353, hostIp: '' }]);
  expect(back.linux?.securityContext?.supplementalGroups).toEqual([0, 1000, 70000]);
  expect(back.linux?.securityContext?.runAsUser).toEqual({ value: 0 });
  expect(back.hostname).toBe('');
  expect(back.dnsConfig).toBeUndefined();
});

test.each([0, 1, -1, 127, 128, 137, -(2 ** 31), 2 ** 31 - 1])('int32 %d', (exitCode) => {
  expect(decodeMessage(ContainerStatus, encodeMessage(ContainerStatus, { exitCode })).exitCode).toBe(exitCode);
});

test('the wire form is the one that protobuf defines', () => {
  expect([...encodeMessage(ContainerStatus, { id: 'ab', state: 'CONTAINER_EXITED' })]).toEqual([10, 2, 97, 98, 24, 2]);
});

test.each([0, 1.5, -2.25, Number.MAX_VALUE])('double %d', (value) => {
  const spec = { name: 'Value', fields: { value: double(1) } } as const;
  expect(decodeMessage(spec, encodeMessage(spec, { value })).value).toBe(value);
});

test('a field that is not known is passed over', () => {
  const unknown = Uint8Array.from([0xa0, 0x06, 0x01, 10, 1, 97]);
  expect(decodeMessage(ContainerStatus, unknown).id).toBe('a');
});
