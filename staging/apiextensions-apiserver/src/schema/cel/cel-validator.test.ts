import { FieldPath, formatFieldError } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { newRatchet } from '../../validation/ratchet.ts';
import type { StructuralSchema } from '../structural.ts';
import { CelValidator } from './cel-validator.ts';
import { Budget } from './evaluate-rules.ts';

type Rules = NonNullable<StructuralSchema['x-kubernetes-validations']>;

const plenty = 1_000_000;

interface Verdict {
  readonly errors: string[];
  readonly warnings: string[];
}

function judge(schema: StructuralSchema, value: unknown, old?: unknown, budget = plenty): Verdict {
  const validator = CelValidator.of(schema, false);
  const at = { path: new FieldPath('spec'), ratchet: newRatchet(old, schema), budget: new Budget(budget) };
  const findings = validator?.validate(value, old, at);
  return {
    errors: (findings?.errors ?? []).map(formatFieldError),
    warnings: (findings?.ratcheted ?? []).map(formatFieldError),
  };
}

/** Some hundred units of cost. */
const manyTurns = `[${Array.from({ length: 100 }, (_, index) => String(index)).join(', ')}].all(x, x >= 0)`;

const limited = (rules: Rules): StructuralSchema => ({
  type: 'object',
  properties: {
    a: { type: 'integer' },
    b: { type: 'integer' },
    m: { type: 'object', additionalProperties: { type: 'string' } },
  },
  'x-kubernetes-validations': rules,
});

describe('CelValidator', () => {
  test('there is none without rules', () => {
    expect(CelValidator.of({ type: 'object', properties: { a: { type: 'string' } } }, false)).toBeUndefined();
  });

  test.each<readonly [string, Rules[number], string]>([
    ['a rule', { rule: 'self.a > 0' }, 'spec: Invalid value: failed rule: self.a > 0'],
    ['a message', { rule: 'self.a > 0', message: ' must be positive ' }, 'spec: Invalid value: must be positive'],
    [
      'a worded message',
      { rule: 'self.a > 0', messageExpression: "'got ' + string(self.a)" },
      'spec: Invalid value: got 0',
    ],
    [
      'a message of several lines is none',
      { rule: 'self.a > 0', message: 'plain', messageExpression: "'a\\nb'" },
      'spec: Invalid value: plain',
    ],
    ['a place', { rule: 'self.a > 0', fieldPath: '.m.key' }, 'spec.m[key]: Invalid value: failed rule: self.a > 0'],
    ['forbidden', { rule: 'self.a > 0', reason: 'FieldValueForbidden' }, 'spec: Forbidden: failed rule: self.a > 0'],
    ['required', { rule: 'self.a > 0', reason: 'FieldValueRequired' }, 'spec: Required value: failed rule: self.a > 0'],
  ])('%s', (_, rule, expected) => {
    expect(judge(limited([rule]), { a: 0 }).errors).toEqual([expected]);
    expect(judge(limited([rule]), { a: 1 }).errors).toEqual([]);
  });

  test('scalars are shown', () => {
    const schema: StructuralSchema = { type: 'string', 'x-kubernetes-validations': [{ rule: "self != 'x'" }] };
    expect(judge(schema, 'x').errors).toEqual([`spec: Invalid value: "x": failed rule: self != 'x'`]);
  });

  test('a rule that cannot be evaluated names the type', () => {
    const [error] = judge(limited([{ rule: 'self.a / self.b > 0' }]), { a: 1, b: 0 }).errors;
    expect(error).toContain('spec: Invalid value: "object": division by zero evaluating rule: self.a / self.b > 0');
  });

  describe('rules about what was before', () => {
    const grows = limited([{ rule: 'self.a >= oldSelf.a' }]);

    test('are not for new values', () => {
      expect(judge(grows, { a: 1 }).errors).toEqual([]);
    });

    test('compare with the old value', () => {
      expect(judge(grows, { a: 2 }, { a: 1 }).errors).toEqual([]);
      expect(judge(grows, { a: 1 }, { a: 2 }).errors).toHaveLength(1);
    });

    test('are for new values too, if the old one may be absent', () => {
      const starts = limited([{ rule: 'oldSelf.hasValue() || self.a == 0', optionalOldSelf: true }]);
      expect(judge(starts, { a: 1 }).errors).toHaveLength(1);
      expect(judge(starts, { a: 0 }).errors).toEqual([]);
      expect(judge(starts, { a: 1 }, { a: 5 }).errors).toEqual([]);
    });

    const item: StructuralSchema = {
      type: 'object',
      properties: { k: { type: 'string' }, v: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.v >= oldSelf.v' }],
    };

    test('know items of a map list by their keys', () => {
      const list: StructuralSchema = {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: item,
      };
      const old = [
        { k: 'a', v: 1 },
        { k: 'b', v: 5 },
      ];
      expect(
        judge(
          list,
          [
            { k: 'b', v: 5 },
            { k: 'a', v: 0 },
          ],
          old,
        ).errors,
      ).toEqual(['spec[1]: Invalid value: failed rule: self.v >= oldSelf.v']);
    });

    test('know nothing of items of an atomic list', () => {
      const list: StructuralSchema = { type: 'array', items: item };
      expect(judge(list, [{ k: 'a', v: 0 }], [{ k: 'a', v: 1 }]).errors).toEqual([]);
    });

    test.each(['atomic', 'granular'])('know members of an %s map', (mapType) => {
      const map: StructuralSchema = { type: 'object', 'x-kubernetes-map-type': mapType, additionalProperties: item };
      expect(judge(map, { x: { v: 0 } }, { x: { v: 1 } }).errors).toEqual([
        'spec[x]: Invalid value: failed rule: self.v >= oldSelf.v',
      ]);
    });
  });

  test('what an update leaves as it was is only warned of', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: {
        a: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] },
        b: { type: 'integer' },
      },
    };
    const text = 'spec.a: Invalid value: 0: failed rule: self > 0';
    expect(judge(schema, { a: 0, b: 2 }, { a: 0, b: 1 })).toEqual({ errors: [], warnings: [text] });
    expect(judge(schema, { a: 0 }, { a: -1 })).toEqual({ errors: [text], warnings: [] });
  });

  test('rules that cannot be evaluated cost as well', () => {
    const failing = { rule: `${manyTurns} && self.a / self.b > 0` };
    const whole = limited([failing, failing, failing, { rule: 'true' }]);
    expect(judge(whole, { a: 1, b: 0 }, undefined, plenty).errors).toHaveLength(3);
    const { errors } = judge(whole, { a: 1, b: 0 }, undefined, 700);
    expect(errors).toHaveLength(2);
    expect(errors[1]).toContain('running out of cost budget');
  });

  test('nothing more is evaluated when the budget is spent', () => {
    const rule = { rule: 'self.m.all(k, size(k) > 0)' };
    const m = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${String(i)}`, 'v']));
    expect(judge(limited([rule, { rule: 'self.a > 0' }]), { a: 0, m }, undefined, 50).errors).toEqual([
      'spec: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });
});
