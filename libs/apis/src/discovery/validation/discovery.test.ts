import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, updateErrors } from '../../testing/validation-table.ts';

const GROUP = 'discovery.k8s.io';
const slice: Sketch = {
  metadata: { name: 'x', namespace: 'n', resourceVersion: '1' },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.0.0.1'] }],
  ports: [{ name: 'a', protocol: 'TCP', port: 1 }],
};
const endpoint = (item: Sketch): Sketch => ({ endpoints: [{ addresses: ['10.0.0.1'], ...item }] });

describe('EndpointSlice', () => {
  it.each([
    [{}, []],
    [endpoint({ addresses: [] }), ['endpoints[0].addresses: Required value: must contain at least 1 address']],
    [
      endpoint({ addresses: ['fd00::1'] }),
      ['endpoints[0].addresses[0]: Invalid value: "fd00::1": must be an IPv4 address'],
    ],
    [
      endpoint({ addresses: ['010.0.0.1'] }),
      ['endpoints[0].addresses[0]: Invalid value: "010.0.0.1": must not have leading 0s'],
    ],
    [
      endpoint({ addresses: ['127.0.0.1'] }),
      [
        expect.stringMatching(
          /^endpoints\[0\]\.addresses\[0\]: Invalid value: "127\.0\.0\.1": may not be in the loopback range/u,
        ),
      ],
    ],
    [
      { addressType: 'FQDN', ...endpoint({ addresses: ['com'] }) },
      [
        'endpoints[0].addresses[0]: Invalid value: "com": should be a domain with at least two segments separated by dots',
      ],
    ],
    [
      endpoint({ hints: { forZones: [{ name: 'a' }, { name: 'a' }], forNodes: [{ name: 'A' }] } }),
      [
        'endpoints[0].hints.forZones[1].name: Duplicate value: "a"',
        expect.stringMatching(/^endpoints\[0\]\.hints\.forNodes\[0\]\.name: Invalid value: "A"/u),
      ],
    ],
    [{ ports: [{ name: 'a' }] }, ['ports[0].protocol: Required value']],
  ])('%j', (patch, expected) => {
    expect(createErrors(GROUP, 'EndpointSlice', merged(slice, patch))).toEqual(expected);
  });

  it('keeps addresses that nobody may add now', () => {
    const old = merged(slice, endpoint({ addresses: ['010.0.0.1'] }));
    expect(updateErrors(GROUP, 'EndpointSlice', [old, old])).toEqual([]);
  });
});
