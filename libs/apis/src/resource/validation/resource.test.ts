import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, statusErrors, updateErrors } from '../../testing/validation-table.ts';

const GROUP = 'resource.k8s.io';
const metadata = { name: 'x', namespace: 'n', resourceVersion: '1' };
const exactly = { deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 };
const claim: Sketch = { metadata, spec: { devices: { requests: [{ name: 'r', exactly }] } }, status: {} };
const slice: Sketch = {
  metadata: { name: 'x', resourceVersion: '1' },
  spec: {
    driver: 'd.io',
    pool: { name: 'p', resourceSliceCount: 1, generation: 0 },
    nodeName: 'node',
    devices: [{ name: 'a' }],
  },
};
const request = (item: Sketch): Sketch => ({
  devices: { requests: [{ name: 'r', exactly: { ...exactly, ...item } }] },
});
const device = (item: Sketch): Sketch => ({ devices: [{ name: 'a', ...item }] });
const EXACTLY = 'spec.devices.requests[0].exactly';
const DEVICE = 'spec.devices[0]';
const REF = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

describe('ResourceClaim', () => {
  it.each([
    ['plain', {}, []],
    [
      'nothing asked',
      { devices: { requests: [{ name: 'r' }] } },
      ['spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required'],
    ],
    [
      'both',
      { devices: { requests: [{ name: 'r', exactly, firstAvailable: [{ name: 's', ...exactly }] }] } },
      [
        'spec.devices.requests[0]: Invalid value: "null": exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set',
      ],
    ],
    [
      'twice',
      {
        devices: {
          requests: [
            { name: 'r', exactly },
            { name: 'r', exactly },
          ],
        },
      },
      ['spec.devices.requests[1]: Duplicate value: "r"'],
    ],
    [
      'a mode',
      request({ allocationMode: 'X' }),
      [`${EXACTLY}.allocationMode: Unsupported value: "X": supported values: "All", "ExactCount"`],
    ],
    ['no selector', request({ selectors: [{}] }), [`${EXACTLY}.selectors[0].cel: Required value`]],
    [
      'a selector',
      request({
        selectors: [{ cel: { expression: 'device.driver == "d.io" && device.attributes["d.io"].model == "m"' } }],
      }),
      [],
    ],
    [
      'a capacity',
      request({
        selectors: [{ cel: { expression: 'device.capacity["d.io"].memory.isGreaterThan(quantity("1Gi"))' } }],
      }),
      [],
    ],
    [
      'a selector of text',
      request({ selectors: [{ cel: { expression: 'device.driver' } }] }),
      [
        `${EXACTLY}.selectors[0].cel.expression: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string`,
      ],
    ],
    [
      'a selector that is none',
      request({ selectors: [{ cel: { expression: 'nothing' } }] }),
      [expect.stringMatching(/expression: Invalid value: "nothing": compilation failed: .*undeclared reference/su)],
    ],
    [
      'a toleration',
      request({ tolerations: [{ operator: 'Exists', value: 'v', effect: 'X' }] }),
      [
        `${EXACTLY}.tolerations[0].value: Invalid value: "v": must be empty for operator \`Exists\``,
        `${EXACTLY}.tolerations[0].effect: Unsupported value: "X": supported values: "NoExecute", "NoSchedule", "None"`,
      ],
    ],
    [
      'an attribute',
      { devices: { constraints: [{ requests: ['r'], matchAttribute: 'model' }] } },
      [
        'spec.devices.constraints[0].matchAttribute: Invalid value: "model": a fully qualified name must be a domain and a name separated by a slash',
      ],
    ],
    [
      'a stranger',
      { devices: { config: [{ requests: ['q'], opaque: { driver: 'd.io', parameters: {} } }] } },
      [`spec.devices.config[0].requests[0]: Invalid value: "q": ${REF}`],
    ],
    [
      'parameters',
      { devices: { config: [{ opaque: { driver: 'd.io', parameters: [1] } }] } },
      ['spec.devices.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object'],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors(GROUP, 'ResourceClaim', merged(claim, { spec }))).toEqual(expected);
  });

  it('stays as it is', () => {
    expect(updateErrors(GROUP, 'ResourceClaim', [merged(claim, { spec: request({ count: 2 }) }), claim])).toEqual([
      expect.stringMatching(/^spec: Invalid value: .*: field is immutable$/u),
    ]);
  });

  const result = { request: 'r', driver: 'd.io', pool: 'p', device: 'a' };
  const allocation = { devices: { results: [result] } };
  const consumer = { resource: 'pods', name: 'p', uid: 'u' };

  it.each([
    ['allocated', { allocation, reservedFor: [consumer] }, []],
    [
      'reserved only',
      { reservedFor: [consumer] },
      ['status.reservedFor: Forbidden: may not be specified when `allocated` is not set'],
    ],
    [
      'reserved for nobody',
      { allocation, reservedFor: [{}] },
      [
        'status.reservedFor[0].resource: Required value',
        'status.reservedFor[0].name: Required value',
        'status.reservedFor[0].uid: Required value',
      ],
    ],
    [
      'another request',
      { allocation: { devices: { results: [{ ...result, request: 'q' }] } } },
      [`status.allocation.devices.results[0].request: Invalid value: "q": ${REF}`],
    ],
    [
      'a share',
      { allocation: { devices: { results: [{ ...result, shareID: 'X' }] } } },
      [
        'status.allocation.devices.results[0].shareID: Invalid value: "X": error validating uid: invalid UUID length: 1',
      ],
    ],
    [
      'a status of a stranger',
      { devices: [{ driver: 'd.io', pool: 'p', device: 'b' }], allocation },
      ['status.devices[0]: Invalid value: "d.io/p/b": must be an allocated device in the claim'],
    ],
    [
      'addresses',
      {
        devices: [{ driver: 'd.io', pool: 'p', device: 'a', networkData: { ips: ['10.0.0.1', '10.0.0.1/8'] } }],
        allocation,
      },
      [expect.stringMatching(/^status\.devices\[0\]\.networkData\.ips\[0\]: Invalid value: "10\.0\.0\.1"/u)],
    ],
    [
      'conditions',
      {
        devices: [
          {
            driver: 'd.io',
            pool: 'p',
            device: 'a',
            conditions: [{ type: 'A', status: 'X', reason: 'R', message: '', lastTransitionTime: 't' }],
          },
        ],
        allocation,
      },
      ['status.devices[0].conditions[0].status: Unsupported value: "X": supported values: "False", "True", "Unknown"'],
    ],
  ])('is %s', (_name, status, expected) => {
    expect(statusErrors(GROUP, 'ResourceClaim', [merged(claim, { status }), claim])).toEqual(expected);
  });

  it('is allocated once', () => {
    const old = merged(claim, { status: { allocation } });
    const status = { allocation: { devices: { results: [{ ...result, device: 'b' }] } } };
    expect(statusErrors(GROUP, 'ResourceClaim', [merged(old, { status }), old])).toHaveLength(1);
  });
});

describe('ResourceSlice', () => {
  const policy = (requestPolicy: Sketch): Sketch =>
    device({ allowMultipleAllocations: true, capacity: { memory: { value: '10', requestPolicy } } });
  const POLICY = `${DEVICE}.capacity[memory].requestPolicy`;

  it.each([
    ['plain', {}, []],
    [
      'no pool',
      { pool: { name: '', resourceSliceCount: 0, generation: -1 } },
      [
        'spec.pool.name: Required value',
        'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
        'spec.pool.generation: Invalid value: -1: must be greater than or equal to zero',
      ],
    ],
    [
      'nowhere',
      { nodeName: null },
      [
        'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
      ],
    ],
    [
      'a flag that says no',
      { allNodes: false },
      ['spec.allNodes: Invalid value: false: must be either unset or set to true'],
    ],
    [
      'an attribute without value',
      device({ attributes: { model: {} } }),
      [`${DEVICE}.attributes[model]: Invalid value: "": exactly one value must be specified`],
    ],
    [
      'a bad version',
      device({ attributes: { v: { version: '1' } } }),
      [`${DEVICE}.attributes[v].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0`],
    ],
    [
      'a bad name',
      device({ attributes: { 'd.io/': { int: 1 } } }),
      [`${DEVICE}.attributes[d.io/]: Invalid value: "": the name must not be empty`],
    ],
    ['a taint', device({ taints: [{ key: 'k', effect: '' }] }), [`${DEVICE}.taints[0].effect: Required value`]],
    [
      'a node of its own',
      device({ nodeName: 'n' }),
      [
        expect.stringMatching(
          /^spec\.devices\[0\]: Invalid value: "null": `nodeName`, `nodeSelector` and `allNodes` can only be set/u,
        ),
      ],
    ],
    [
      'conditions',
      device({ bindingFailureConditions: ['a.io/x'] }),
      [
        `${DEVICE}.bindingConditions: Invalid value: null: bindingConditions are required to use bindingFailureConditions`,
      ],
    ],
    [
      'a policy of an unshared device',
      device({ capacity: { memory: { value: '1', requestPolicy: {} } } }),
      [`${POLICY}: Forbidden: allowMultipleAllocations must be true`],
    ],
    [
      'no default',
      policy({ validValues: ['1'] }),
      [`${POLICY}.default: Required value: required when validValues is defined`],
    ],
    [
      'values',
      policy({ default: '3', validValues: ['2', '1', '11'] }),
      [
        `${POLICY}.validValues[1]: Invalid value: "1": values must be sorted in ascending order`,
        `${POLICY}.validValues[2]: Invalid value: "11": option is larger than capacity value: 10`,
        `${POLICY}.validValues: Invalid value: "3": default value is not valid according to the requestPolicy`,
      ],
    ],
    [
      'a range',
      policy({ default: '4', validRange: { min: '1', max: '20', step: '2' } }),
      [
        `${POLICY}.validRange.max: Invalid value: "20": max is larger than capacity value: 10`,
        `${POLICY}.validRange.step: Invalid value: "4": value is not a multiple of a given step (2) from (1)`,
        `${POLICY}.validRange.step: Invalid value: "20": value is not a multiple of a given step (2) from (1)`,
      ],
    ],
    [
      'counters',
      { devices: null, sharedCounters: [{ name: 's', counters: {} }] },
      ['spec.sharedCounters[0].counters: Required value'],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors(GROUP, 'ResourceSlice', merged(slice, { spec }))).toEqual(expected);
  });

  it('stays with its driver', () => {
    expect(updateErrors(GROUP, 'ResourceSlice', [merged(slice, { spec: { driver: 'e.io' } }), slice])).toEqual([
      'spec.driver: Invalid value: "e.io": field is immutable',
    ]);
  });
});

describe('DeviceClass', () => {
  it('names a resource that others may define', () => {
    const deviceClass = { metadata: { name: 'x' }, spec: { extendedResourceName: 'cpu' } };
    expect(createErrors(GROUP, 'DeviceClass', deviceClass)).toEqual([
      'spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name',
    ]);
  });
});
