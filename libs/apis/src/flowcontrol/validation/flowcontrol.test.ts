import { describe, expect, it } from 'vitest';

import { createErrors, merged, type Sketch } from '../../testing/validation-table.ts';

const GROUP = 'flowcontrol.apiserver.k8s.io';
const resourceRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] };
const schema: Sketch = {
  metadata: { name: 'x' },
  spec: { matchingPrecedence: 7, priorityLevelConfiguration: { name: 'l' } },
};
const withSubject = (subject: Sketch): Sketch => ({
  spec: { rules: [{ subjects: [subject], resourceRules: [resourceRule] }] },
});
const subject = 'spec.rules[0].subjects[0]';

describe('FlowSchema', () => {
  it.each([
    [{}, []],
    [
      { spec: { priorityLevelConfiguration: { name: 'A' } } },
      [expect.stringMatching(/^spec\.priorityLevelConfiguration\.name: Invalid value: "A": a lowercase RFC 1123/u)],
    ],
    [
      { spec: { distinguisherMethod: { type: 'ByHost' } } },
      [
        'spec.distinguisherMethod.type: Unsupported value: {"Type":"ByHost"}: supported values: "ByNamespace", "ByUser"',
      ],
    ],
    [
      withSubject({ kind: 'User', user: { name: 'a' }, group: { name: 'b' } }),
      [`${subject}.group: Forbidden: group is forbidden when subject kind is not 'Group'`],
    ],
    [
      withSubject({ kind: 'ServiceAccount', serviceAccount: { name: 'a', namespace: '' }, user: { name: 'b' } }),
      [
        `${subject}.serviceAccount.namespace: Required value: must specify namespace for service account`,
        `${subject}.user: Forbidden: user is forbidden when subject kind is not 'User'`,
      ],
    ],
    [
      withSubject({ kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'A' } }),
      [expect.stringMatching(/^spec\.rules\[0\]\.subjects\[0\]\.serviceAccount\.namespace: Invalid value: "A"/u)],
    ],
    [
      {
        spec: {
          rules: [
            {
              subjects: [{ kind: 'Group', group: { name: 'a' } }],
              nonResourceRules: [{ verbs: ['head'], nonResourceURLs: ['/a*'] }],
            },
          ],
        },
      },
      [
        'spec.rules[0].nonResourceRules[0].verbs: Unsupported value: ["head"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
        'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a*": wildcard can only do suffix matching',
      ],
    ],
    [
      { status: { conditions: [{ type: 'A' }, { type: 'A' }, {}] } },
      [
        'status.conditions[1].type: Duplicate value: "A"',
        'status.conditions[2].type: Required value: must not be empty',
      ],
    ],
    [
      { metadata: { name: 'catch-all' } },
      [expect.stringMatching(/^spec: Invalid value: .*: spec of 'catch-all' must equal the fixed value$/u)],
    ],
  ])('%j', (patch, expected) => {
    expect(createErrors(GROUP, 'FlowSchema', merged(schema, patch))).toEqual(expected);
  });
});

const level = (queuing: Sketch): Sketch => ({
  metadata: { name: 'x' },
  spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing } } },
});
const exempt = (name: string, spec: Sketch): Sketch => ({ metadata: { name }, spec: { type: 'Exempt', ...spec } });
const onlyExempt = "spec.type: Invalid value: \"Exempt\": type must be 'Exempt' if and only if `name` is 'exempt'";

describe('PriorityLevelConfiguration', () => {
  it.each([
    [level({ queues: 64, handSize: 8, queueLengthLimit: 50 }), []],
    [
      level({ queues: 512, handSize: 8, queueLengthLimit: 50 }),
      [
        'spec.limited.limitResponse.queuing.handSize: Invalid value: 8: required entropy bits of deckSize 512 and handSize 8 should not be greater than 60',
      ],
    ],
    [exempt('exempt', { exempt: { nominalConcurrencyShares: 3 } }), []],
    [
      exempt('x', { limited: { limitResponse: { type: 'Reject' } } }),
      [onlyExempt, 'spec.limited: Forbidden: must be nil if the type is not Limited'],
    ],
    [
      { metadata: { name: 'catch-all' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
      [expect.stringMatching(/^spec: Invalid value: .*: spec of 'catch-all' must equal the fixed value$/u)],
    ],
  ])('%j', (object, expected) => {
    expect(createErrors(GROUP, 'PriorityLevelConfiguration', object)).toEqual(expected);
  });
});
