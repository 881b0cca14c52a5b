import { describe, expect, it } from 'vitest';

import { scheduleProblem } from './cron-schedule.ts';

describe('scheduleProblem', () => {
  it.each([
    '* * * * *',
    '*/5 0-6 1,15 JAN-mar sun',
    '5/10 ? * * ?',
    '0 0 * * 1,,2',
    '@hourly',
    '@every 1h30m',
    'TZ=Asia/Tokyo 0 0 * * *',
    'CRON_TZ=UTC @daily',
  ])('takes %s', (schedule) => {
    expect(scheduleProblem(schedule)).toBeUndefined();
  });

  it.each([
    ['', 'empty spec string'],
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['@often', 'unrecognized descriptor: @often'],
    ['@every soon', 'failed to parse duration @every soon: time: invalid duration "soon"'],
    ['TZ=Nowhere/No * * * * *', 'provided bad location Nowhere/No: unknown time zone Nowhere/No'],
    ['61 * * * *', 'end of range (61) above maximum (59): 61'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['* 7-3 * * *', 'beginning of range (7) beyond end of range (3): 7-3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    [
      '* * * * constructor',
      'failed to parse int from constructor: strconv.Atoi: parsing "constructor": invalid syntax',
    ],
    ['*/-1 * * * *', 'negative number (-1) not allowed: -1'],
    [
      '99999999999999999999 * * * *',
      'failed to parse int from 99999999999999999999: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
  ])('%j: %s', (schedule, expected) => {
    expect(scheduleProblem(schedule)).toBe(expected);
  });
});
