import { FakeClock } from '@kubescript/apimachinery/testing';
import { expect, test } from 'vitest';

import { FakeClient } from '../testing/index.ts';
import { events } from '../zz_generated/core/v1.ts';
import { EventRecorder } from './event-recorder.ts';

const object = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'web', namespace: 'default', uid: 'u' } };

function recorder() {
  const clock = new FakeClock();
  const client = new FakeClient({ clock });
  return { client, recorder: new EventRecorder({ client, component: 'test', clock }) };
}

test('equal events are counted on the first', async () => {
  const { client, recorder: recorded } = recorder();
  for (let i = 0; i < 3; i++) recorded.event(object, 'Normal', 'Started', 'started it');
  await recorded.flush();
  expect(client.stored(events)).toMatchObject([
    {
      involvedObject: { kind: 'Pod', name: 'web', uid: 'u' },
      reason: 'Started',
      count: 3,
      source: { component: 'test' },
    },
  ]);
});

test('events that differ in their message only are combined after ten', async () => {
  const { client, recorder: recorded } = recorder();
  for (let i = 0; i < 14; i++) recorded.event(object, 'Warning', 'Failed', `attempt ${String(i)}`);
  await recorded.flush();
  const stored = client.stored(events);
  expect(stored.length).toBe(10);
  expect(stored.at(-1)).toMatchObject({ message: '(combined from similar events): attempt 13', count: 5 });
});

test('an object gets no more than 25 events at once', async () => {
  const { client, recorder: recorded } = recorder();
  for (let i = 0; i < 40; i++) recorded.event(object, 'Normal', `Reason${String(i)}`, 'message');
  await recorded.flush();
  expect(client.stored(events).length).toBe(25);
});
