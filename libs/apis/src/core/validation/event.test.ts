import type { Event } from '@kubescript/api/core/v1';
import { describe, expect, it } from 'vitest';

import { merged, type Sketch, texts } from '../../testing/validation-table.ts';
import { eventValidation, strictEventValidation } from './event.ts';

const old: Sketch = {
  metadata: { name: 'e', namespace: 'n', resourceVersion: '1' },
  involvedObject: { kind: 'Pod', name: 'p', namespace: 'n' },
};
const newer: Sketch = merged(old, {
  eventTime: '2020-01-01T00:00:00.000000Z',
  reportingComponent: 'a.io/c',
  reportingInstance: 'i',
  action: 'a',
  reason: 'r',
  type: 'Normal',
});
const event = (sketch: Sketch): Event => sketch as unknown as Event;
const MISMATCH = (namespace: string): string =>
  `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`;

describe('events of core/v1', () => {
  it.each([
    [old, {}, []],
    [old, { involvedObject: { namespace: null } }, [MISMATCH('')]],
    [old, { metadata: { namespace: 'default' }, involvedObject: { namespace: null } }, []],
    [old, { involvedObject: { namespace: 'm' } }, [MISMATCH('m')]],
    [newer, { involvedObject: { namespace: 'm' } }, []],
    [newer, { involvedObject: { namespace: null } }, [MISMATCH('')]],
    [newer, { type: 'Odd' }, []],
    [
      newer,
      { action: null, reportingInstance: 'x'.repeat(129) },
      ['reportingInstance: Invalid value: "": can have at most 128 characters', 'action: Required value'],
    ],
    [newer, { message: 'x'.repeat(1025) }, ['message: Invalid value: "": can have at most 1024 characters']],
  ])('%#', (base, patch, expected) => {
    expect(texts(eventValidation.validate(event(merged(base, patch))))).toEqual(expected);
  });
});

describe('events of events.k8s.io', () => {
  it.each([
    [{}, []],
    [{ type: 'Odd' }, ['type: Invalid value: "": has invalid value: Odd']],
    [
      { series: { count: 1 } },
      ['series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
    ],
    [
      { count: 1, source: { host: 'h' } },
      ['count: Invalid value: "": needs to be unset', 'source: Invalid value: "": needs to be unset'],
    ],
  ])('%j', (patch, expected) => {
    expect(texts(strictEventValidation.validate(event(merged(newer, patch))))).toEqual(expected);
  });

  it('tell their time', () => {
    expect(texts(strictEventValidation.validate(event(merged(old, { type: 'Normal' }))))).toEqual([
      'eventTime: Required value',
    ]);
  });

  it.each([
    [{ reason: 'other' }, ['reason: Invalid value: "other": field is immutable']],
    [
      { involvedObject: { name: 'q' } },
      [
        'involvedObject: Invalid value: {"Kind":"Pod","Namespace":"n","Name":"q","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":""}: field is immutable',
      ],
    ],
    [{ series: { count: 2, lastObservedTime: 't' } }, []],
  ])('become %j', (patch, expected) => {
    expect(texts(strictEventValidation.validateUpdate(event(merged(newer, patch)), event(newer)))).toEqual(expected);
  });
});
