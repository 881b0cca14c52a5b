import { describe, expect, test } from 'vitest';

import { boolFlag, durationFlag, intFlag, listFlag, repeatedFlag, textFlag } from './flag-spec.ts';
import { parseFlags } from './parse-flags.ts';

const specs = {
  output: textFlag('', { shorthand: 'o' }),
  watch: boolFlag('', { shorthand: 'w', default: true }),
  stdin: boolFlag('', { shorthand: 'i' }),
  tty: boolFlag('', { shorthand: 't' }),
  replicas: intFlag('', { default: -1 }),
  filename: listFlag('', { shorthand: 'f' }),
  env: repeatedFlag(''),
  timeout: durationFlag(''),
};

describe('parseFlags', () => {
  test.each([
    [['-o', 'yaml'], { output: 'yaml' }],
    [['-oyaml'], { output: 'yaml' }],
    [['-o=yaml'], { output: 'yaml' }],
    [['--output=yaml'], { output: 'yaml' }],
    [['--watch=false'], { watch: false }],
    [['-it'], { stdin: true, tty: true }],
    [['-f', 'a,b', '-f', 'c'], { filename: ['a', 'b', 'c'] }],
    [['--env=A=1,2', '--env', 'B=3'], { env: ['A=1,2', 'B=3'] }],
    [['--timeout=1m30s'], { timeout: 90_000 }],
    [['--replicas', '-5'], { replicas: -5 }],
  ])('%j', (argv, want) => {
    expect(parseFlags(specs, argv).values).toMatchObject(want);
  });

  test('flags may stand between arguments, and end at --', () => {
    const input = parseFlags(specs, ['web', '-i', 'x', '--', 'ls', '-o']);
    expect(input.args).toEqual(['web', 'x', 'ls', '-o']);
    expect(input.argsBeforeDash).toBe(2);
    expect([...input.changed]).toEqual(['stdin']);
  });

  test.each([
    [['--nope'], 'unknown flag: --nope'],
    [['-z'], "unknown shorthand flag: 'z' in -z"],
    [['--output'], 'flag needs an argument: --output'],
    [['-o'], "flag needs an argument: 'o' in -o"],
    [['--replicas=x'], 'invalid argument "x" for "--replicas" flag: strconv.ParseInt: parsing "x": invalid syntax'],
  ])('refuses %j', (argv, message) => {
    expect(() => parseFlags(specs, argv)).toThrow(message);
  });
});
