import { expect, test } from 'vitest';

import { parseSchedule } from './schedule.ts';

test.each([
  { schedule: '*/15 * * * *', after: '2026-01-01T00:00:00Z', want: '2026-01-01T00:15:00Z' },
  { schedule: '0 3 * * mon-fri', after: '2026-01-02T04:00:00Z', want: '2026-01-05T03:00:00Z' },
  { schedule: '30 2 29 2 *', after: '2026-01-01T00:00:00Z', want: '2028-02-29T02:30:00Z' },
  { schedule: '0 0 13 * 5', after: '2026-01-01T00:00:00Z', want: '2026-01-02T00:00:00Z' },
  { schedule: '5,10-20/5 8 * JAN,mar ?', after: '2026-01-31T08:20:00Z', want: '2026-03-01T08:05:00Z' },
  { schedule: '0 12 * * 7', after: '2026-01-01T00:00:00Z', want: '2026-01-04T12:00:00Z' },
  { schedule: '@hourly', after: '2026-01-01T00:59:59Z', want: '2026-01-01T01:00:00Z' },
  { schedule: '@every 1h30m', after: '2026-01-01T00:00:00Z', want: '2026-01-01T01:30:00Z' },
  { schedule: '0 9 * * *', zone: 'Europe/Berlin', after: '2026-07-01T00:00:00Z', want: '2026-07-01T07:00:00Z' },
  { schedule: '30 2 * * *', zone: 'Europe/Berlin', after: '2026-03-28T12:00:00Z', want: '2026-03-30T00:30:00Z' },
])('$schedule after $after', ({ schedule, zone, after, want }) => {
  const next = parseSchedule(schedule, zone).next(Date.parse(after));
  expect(new Date(next ?? 0).toISOString()).toBe(want.replace('Z', '.000Z'));
});

test.each(['* * * *', '60 * * * *', '*/0 * * * *', '5-1 * * * *', 'x * * * *', '@every soon'])(
  '%s is refused',
  (text) => {
    expect(() => parseSchedule(text)).toThrow();
  },
);
