import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, statusErrors, updateErrors } from '../../testing/validation-table.ts';

const GROUP = 'networking.k8s.io';
const metadata = { name: 'x', namespace: 'n', resourceVersion: '1' };
const backend = { service: { name: 's', port: { number: 80 } } };
const ingress: Sketch = { metadata, spec: { defaultBackend: backend }, status: {} };
const policy: Sketch = { metadata, spec: { podSelector: {}, policyTypes: ['Ingress'] } };
const cluster = { name: 'x', resourceVersion: '1' };
const path = (item: Sketch): Sketch => ({
  rules: [{ http: { paths: [{ path: '/', pathType: 'Exact', backend, ...item }] } }],
});
const HTTP = 'spec.rules[0].http.paths[0]';

describe('Ingress', () => {
  it.each([
    ['plain', {}, []],
    [
      'nothing',
      { defaultBackend: null },
      ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
    ],
    [
      'an address as host',
      { rules: [{ host: '10.0.0.1' }] },
      ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address'],
    ],
    ['no paths', { rules: [{ http: { paths: [] } }] }, ['spec.rules[0].http.paths: Required value']],
    ['no path type', path({ pathType: undefined }), [`${HTTP}.pathType: Required value: pathType must be specified`]],
    [
      'a bad path type',
      path({ pathType: 'X' }),
      [`${HTTP}.pathType: Unsupported value: "X": supported values: "Exact", "ImplementationSpecific", "Prefix"`],
    ],
    [
      'a relative path',
      path({ path: 'a//b/..' }),
      [
        `${HTTP}.path: Invalid value: "a//b/..": must be an absolute path`,
        `${HTTP}.path: Invalid value: "a//b/..": must not contain '//'`,
        `${HTTP}.path: Invalid value: "a//b/..": cannot end with '/..'`,
      ],
    ],
    [
      'a resource',
      { defaultBackend: { service: null, resource: { kind: '', name: 'a/b' } } },
      [
        'spec.defaultBackend.resource.kind: Required value: kind is required',
        'spec.defaultBackend.resource.name: Invalid value: "a/b": may not contain \'/\'',
      ],
    ],
    [
      'two backends',
      { defaultBackend: { resource: { kind: 'K', name: 'n' } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      'two ports',
      { defaultBackend: { service: { port: { name: 'http' } } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
    ],
    [
      'no port',
      { defaultBackend: { service: { port: { number: 0 } } } },
      ['spec.defaultBackend: Required value: port name or number is required'],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors(GROUP, 'Ingress', merged(ingress, { spec }))).toEqual(expected);
  });

  it('keeps what it had in its status', () => {
    const old = merged(ingress, { status: { loadBalancer: { ingress: [{ ip: '010.0.0.1' }] } } });
    expect(statusErrors(GROUP, 'Ingress', [old, old])).toEqual([]);
    expect(statusErrors(GROUP, 'Ingress', [old, ingress])).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "010.0.0.1": must not have leading 0s',
    ]);
  });

  it('keeps names of secrets that nobody may choose now', () => {
    const old = merged(ingress, { spec: { tls: [{ secretName: 'A' }] } });
    expect(updateErrors(GROUP, 'Ingress', [old, old])).toEqual([]);
    expect(updateErrors(GROUP, 'Ingress', [old, ingress])).toHaveLength(1);
  });
});

describe('IngressClass', () => {
  const ingressClass: Sketch = { metadata: cluster, spec: { controller: 'a.io/b' } };
  const parameters = { apiGroup: 'a.io', kind: 'K', name: 'n', scope: 'Cluster' };
  it.each([
    ['plain', {}, []],
    ['no controller', { controller: null }, ['spec.controller: Required value']],
    ['no scope', { parameters: { ...parameters, scope: undefined } }, ['spec.parameters.scope: Required value']],
    [
      'a namespace',
      { parameters: { ...parameters, namespace: 'n' } },
      ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
    [
      'no namespace',
      { parameters: { ...parameters, scope: 'Namespace' } },
      ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
    ],
    [
      'no name',
      { parameters: { ...parameters, name: '' } },
      ['spec.parameters.name: Required value: name is required'],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors(GROUP, 'IngressClass', merged(ingressClass, { spec }))).toEqual(expected);
  });
});

describe('NetworkPolicy', () => {
  const peer = (from: Sketch): Sketch => ({ ingress: [{ from: [from] }] });
  const port = (item: Sketch): Sketch => ({ egress: [{ ports: [item] }] });
  const PORT = 'spec.egress[0].ports[0]';
  it.each([
    ['no peer', peer({}), ['spec.ingress[0].from[0]: Required value: must specify a peer']],
    [
      'a block beside a selector',
      peer({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
      ['spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer'],
    ],
    [
      'an exception that is all',
      peer({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8'] } }),
      ['spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`'],
    ],
    [
      'bits beyond the prefix',
      peer({ ipBlock: { cidr: '10.0.0.1/8' } }),
      [
        'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length',
      ],
    ],
    [
      'an end without a port',
      port({ endPort: 2 }),
      [`${PORT}.endPort: Invalid value: 2: may not be specified when \`port\` is not specified`],
    ],
    [
      'an end of a name',
      port({ port: 'http', endPort: 2 }),
      [`${PORT}.endPort: Invalid value: 2: may not be specified when \`port\` is non-numeric`],
    ],
    [
      'an end before the port',
      port({ port: 3, endPort: 2 }),
      [`${PORT}.endPort: Invalid value: 3: must be greater than or equal to \`port\``],
    ],
    [
      'three types',
      { policyTypes: ['Ingress', 'Egress', 'X'] },
      ['spec.policyTypes: Invalid value: ["Ingress","Egress","X"]: may not specify more than two policyTypes'],
    ],
  ])('%s', (_name, spec, expected) => {
    expect(createErrors(GROUP, 'NetworkPolicy', merged(policy, { spec }))).toEqual(expected);
  });

  it('keeps networks that nobody may choose now', () => {
    const old = merged(policy, { spec: peer({ ipBlock: { cidr: '10.0.0.1/8' } }) });
    expect(updateErrors(GROUP, 'NetworkPolicy', [old, old])).toEqual([]);
  });
});

describe('addresses', () => {
  const address: Sketch = {
    metadata: { ...cluster, name: '10.0.0.1' },
    spec: { parentRef: { resource: 'services', name: 's' } },
  };
  const cidr = (...cidrs: string[]): Sketch => ({ metadata: cluster, spec: { cidrs } });

  it.each([
    [{}, []],
    [
      { metadata: { name: '2001:DB8::1' } },
      ['metadata.name: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")'],
    ],
    [
      { spec: { parentRef: { resource: '', name: '' } } },
      ['spec.parentRef.resource: Required value', 'spec.parentRef.name: Required value'],
    ],
    [{ spec: { parentRef: { group: 'A' } } }, [expect.stringMatching(/^spec\.parentRef\.group: Invalid value: "A"/u)]],
  ])('IPAddress %j', (patch, expected) => {
    expect(createErrors(GROUP, 'IPAddress', merged(address, patch))).toEqual(expected);
  });

  it('IPAddress keeps its parent', () => {
    const changed = merged(address, { spec: { parentRef: { name: 't' } } });
    expect(updateErrors(GROUP, 'IPAddress', [changed, address])).toEqual([
      'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"","Name":"t"}: field is immutable',
    ]);
  });

  it.each([
    [cidr('10.0.0.0/8'), []],
    [cidr(), ['spec.cidrs: Required value: at least one CIDR required']],
    [
      cidr('10.0.0.0/8', '11.0.0.0/8'),
      [
        'spec.cidrs: Invalid value: {"CIDRs":["10.0.0.0/8","11.0.0.0/8"]}: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ],
    ],
    [
      cidr('10.0.0.1/8'),
      ['spec.cidrs[0]: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length'],
    ],
  ])('ServiceCIDR %j', (object, expected) => {
    expect(createErrors(GROUP, 'ServiceCIDR', object)).toEqual(expected);
  });

  it.each([
    [cidr('10.0.0.0/8', 'fd00::/64'), []],
    [cidr('11.0.0.0/8', 'fd00::/64'), ['spec.cidrs[0]: Invalid value: "11.0.0.0/8": field is immutable']],
    [cidr('11.0.0.0/8'), ['spec.cidrs[0]: Invalid value: "11.0.0.0/8": field is immutable']],
    [cidr(), ['spec.cidrs: Invalid value: []: field is immutable']],
  ])('ServiceCIDR becomes %j', (object, expected) => {
    expect(updateErrors(GROUP, 'ServiceCIDR', [object, cidr('10.0.0.0/8')])).toEqual(expected);
  });
});
