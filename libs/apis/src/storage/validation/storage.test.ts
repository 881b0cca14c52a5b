import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch, updateErrors } from '../../testing/validation-table.ts';

const GROUP = 'storage.k8s.io';
const metadata = { name: 'x', resourceVersion: '1' };
const storageClass: Sketch = {
  metadata,
  provisioner: 'a.io/b',
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
};
const driver: Sketch = {
  metadata,
  spec: { attachRequired: true, podInfoOnMount: false, storageCapacity: false, seLinuxMount: false },
};
const node: Sketch = { metadata, spec: { drivers: [{ name: 'd.io', nodeID: 'i', topologyKeys: ['zone'] }] } };
const attachment: Sketch = {
  metadata,
  spec: { attacher: 'd.io', nodeName: 'n', source: { persistentVolumeName: 'v' } },
  status: { attached: false },
};
const attributes: Sketch = { metadata, driverName: 'd.io', parameters: { a: 'b' } };
const term = (...values: string[]): Sketch => ({ matchLabelExpressions: [{ key: 'zone', values }] });

describe('new objects', () => {
  it.each([
    ['StorageClass', storageClass, {}, []],
    ['StorageClass', storageClass, { provisioner: '' }, ['provisioner: Required value']],
    ['StorageClass', storageClass, { volumeBindingMode: null }, ['volumeBindingMode: Required value']],
    [
      'StorageClass',
      storageClass,
      { reclaimPolicy: 'Recycle' },
      ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    ],
    [
      'StorageClass',
      storageClass,
      { allowedTopologies: [term('a'), term('a')] },
      ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      'StorageClass',
      storageClass,
      { allowedTopologies: [term()] },
      ['allowedTopologies[0].matchLabelExpressions[0].values: Required value'],
    ],
    [
      'StorageClass',
      storageClass,
      { allowedTopologies: [term('a', 'a')] },
      ['allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "a"'],
    ],
    ['VolumeAttributesClass', attributes, {}, []],
    [
      'VolumeAttributesClass',
      attributes,
      { parameters: null },
      ['parameters: Required value: must contain at least one key/value pair'],
    ],
    ['CSIDriver', driver, {}, []],
    ['CSIDriver', driver, { spec: { attachRequired: null } }, ['spec.attachedRequired: Required value']],
    [
      'CSIDriver',
      driver,
      { spec: { nodeAllocatableUpdatePeriodSeconds: 9 } },
      ['spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds'],
    ],
    [
      'CSIDriver',
      driver,
      { spec: { tokenRequests: [{ audience: '' }, { audience: '' }, { audience: 'a', expirationSeconds: 1 }] } },
      [
        'spec.tokenRequests[1].audience: Duplicate value: ""',
        'spec.tokenRequests[2].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
      ],
    ],
    ['CSINode', node, {}, []],
    [
      'CSINode',
      node,
      { spec: { drivers: [{ name: 'd.io', nodeID: '' }] } },
      ['spec.drivers[0].nodeID: Required value'],
    ],
    [
      'CSINode',
      node,
      { spec: { drivers: [{ name: 'd.io', nodeID: 'x'.repeat(257) }] } },
      [`spec.drivers[0].nodeID: Invalid value: "${'x'.repeat(257)}": must be 256 characters or less`],
    ],
    [
      'CSINode',
      node,
      { spec: { drivers: [{ name: 'd.io', nodeID: 'i', topologyKeys: ['a', 'a'] }] } },
      ['spec.drivers[0]: Duplicate value: "a"'],
    ],
    ['VolumeAttachment', attachment, {}, []],
    [
      'VolumeAttachment',
      attachment,
      { spec: { source: { persistentVolumeName: null } } },
      ['spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName'],
    ],
    [
      'VolumeAttachment',
      attachment,
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: { storageClassName: 's', hostPath: { path: '/a' }, accessModes: ['ReadWriteOnce'] },
          },
        },
      },
      [
        'spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
      ],
    ],
    [
      'VolumeAttachment',
      attachment,
      { status: { attachError: { message: 'x'.repeat(1025), errorCode: -1 } } },
      [
        'status.attachError.message: Too long: may not be more than 262144 bytes',
        'status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      ],
    ],
  ])('%s %#', (kind, base, patch, expected) => {
    expect(createErrors(GROUP, kind, merged(base, patch))).toEqual(expected);
  });
});

describe('updates', () => {
  it.each([
    [
      'StorageClass',
      storageClass,
      { parameters: { a: 'b' } },
      ['parameters: Invalid value: {"a":"b"}: field is immutable'],
    ],
    [
      'StorageClass',
      storageClass,
      { reclaimPolicy: 'Retain' },
      ['reclaimPolicy: Invalid value: "Retain": field is immutable'],
    ],
    [
      'StorageClass',
      storageClass,
      { volumeBindingMode: 'WaitForFirstConsumer' },
      ['volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable'],
    ],
    [
      'VolumeAttributesClass',
      attributes,
      { driverName: 'e.io' },
      ['driverName: Forbidden: updates to driverName are forbidden.'],
    ],
    [
      'CSIDriver',
      driver,
      { spec: { attachRequired: false } },
      ['spec.attachedRequired: Invalid value: false: field is immutable'],
    ],
    [
      'CSINode',
      node,
      { spec: { drivers: [{ name: 'd.io', nodeID: 'i', topologyKeys: ['zone'], allocatable: { count: 3 } }] } },
      [],
    ],
    [
      'CSINode',
      node,
      { spec: { drivers: [{ name: 'd.io', nodeID: 'j', topologyKeys: ['zone'] }] } },
      [
        'spec.drivers: Invalid value: {"Name":"d.io","NodeID":"j","TopologyKeys":["zone"],"Allocatable":null}: field is immutable',
      ],
    ],
    [
      'VolumeAttachment',
      attachment,
      { spec: { nodeName: 'm' } },
      [
        'spec: Invalid value: {"Attacher":"d.io","Source":{"PersistentVolumeName":"v","InlineVolumeSpec":null},"NodeName":"m"}: field is immutable',
      ],
    ],
  ])('%s %#', (kind, old, patch, expected) => {
    expect(updateErrors(GROUP, kind, [merged(old, patch), old])).toEqual(expected);
  });
});
