import { schemas } from '@kubescript/api/schemas';
import type { CustomResourceDefinition, JSONSchemaProps } from '@kubescript/api/apiextensions/v1';
import { formatFieldError } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { validateDefinition, validateDefinitionUpdate } from './definition.ts';

type Spec = CustomResourceDefinition['spec'];
type Version = Spec['versions'][number];
type Rules = NonNullable<JSONSchemaProps['x-kubernetes-validations']>;

const context = { schemas };

function version(overrides: Partial<Version> = {}, schema: JSONSchemaProps = { type: 'object' }): Version {
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...overrides };
}

function definition(spec: Partial<Spec> = {}): CustomResourceDefinition {
  return {
    metadata: { name: 'widgets.example.com', resourceVersion: '1' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      conversion: { strategy: 'None' },
      versions: [version()],
      ...spec,
    },
    status: { storedVersions: ['v1'], acceptedNames: { plural: '', kind: '' }, conditions: [] },
  };
}

function problems(spec: Partial<Spec>): string[] {
  return validateDefinition(definition(spec), context).map(formatFieldError);
}

function problemsOfSchema(schema: JSONSchemaProps): string[] {
  return problems({ versions: [version({}, schema)] });
}

const v1Schema = 'spec.validation.openAPIV3Schema';

describe('validateDefinition', () => {
  test('accepts what is right', () => {
    expect(problems({})).toEqual([]);
  });

  test.each<readonly [string, Partial<Spec>, readonly string[]]>([
    [
      'another group than the name says',
      { group: 'other.com' },
      ['metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group'],
    ],
    [
      'an unknown scope',
      { scope: 'Galaxy' },
      ['spec.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"'],
    ],
    [
      'no kind',
      { names: { plural: 'widgets', singular: 'widget', kind: '', listKind: 'WidgetList' } },
      ['spec.names.kind: Required value'],
    ],
    [
      'kind and list kind alike',
      { names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'Widget' } },
      ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
    ],
    [
      'two versions of a name',
      { versions: [version(), version({ storage: false })] },
      ['spec.versions: Invalid value: must contain unique version names'],
    ],
    [
      'a version that nothing knows',
      { versions: [version({ schema: undefined as unknown as Version['schema'] & object })] },
      ['spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required'],
    ],
    [
      'a conversion webhook without a client',
      { conversion: { strategy: 'Webhook' } },
      [
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
  ])('refuses %s', (_, spec, expected) => {
    const found = problems(spec).map((text) => text.replace(/Invalid value: \[.*\]: /, 'Invalid value: '));
    for (const one of expected) expect(found).toContainEqual(expect.stringContaining(one));
  });

  test.each<readonly [string, JSONSchemaProps, string]>([
    [
      'a root that is no object',
      { type: 'string' },
      `${v1Schema}.type: Invalid value: "string": must be object at the root`,
    ],
    [
      'a property without type',
      { type: 'object', properties: { a: {} } },
      `${v1Schema}.properties[a].type: Required value: must not be empty for specified object fields`,
    ],
    [
      'items without type',
      { type: 'object', properties: { a: { type: 'array', items: {} } } },
      `${v1Schema}.properties[a].items.type: Required value: must not be empty for specified array items`,
    ],
    [
      'properties beside additional ones',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
      `${v1Schema}.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive`,
    ],
    [
      'a pattern that is none',
      { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
      `${v1Schema}.properties[a].pattern: Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): \`(\``,
    ],
    [
      'unique items',
      { type: 'object', properties: { a: { type: 'array', uniqueItems: true, items: { type: 'string' } } } },
      `${v1Schema}.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
    ],
    [
      'a map list without keys',
      {
        type: 'object',
        properties: { a: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } } },
      },
      `${v1Schema}.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map`,
    ],
    [
      'a default that its schema refuses',
      {
        type: 'object',
        properties: { a: { type: 'integer', default: 'x' } },
      },
      `${v1Schema}.properties[a].default: Invalid value: "string":  in body must be of type integer: "string"`,
    ],
    [
      'a default with unknown fields',
      {
        type: 'object',
        properties: { a: { type: 'object', default: { b: 1 } } },
      },
      `${v1Schema}.properties[a].default: Invalid value: {"b":1}: must not have unknown fields`,
    ],
  ])('refuses a schema with %s', (_, schema, expected) => {
    expect(problemsOfSchema(schema)).toContain(expected);
  });

  test.each<readonly [string, Rules[number], string]>([
    ['does not compile', { rule: 'self.none == 1' }, 'undefined field'],
    ['is no truth value', { rule: 'self.a' }, 'cel expression must evaluate to a bool'],
    [
      'costs too much',
      { rule: 'self.l.all(x, self.l.all(y, self.l.all(z, x == y && y == z && x.contains(z))))' },
      'estimated rule cost exceeds budget by factor of',
    ],
    ['has a message of several lines', { rule: 'self.a > 0', message: 'a\nb' }, 'must not contain line breaks'],
    ['has an unknown reason', { rule: 'self.a > 0', reason: 'Because' }, 'Unsupported value: "Because"'],
    ['leads nowhere', { rule: 'self.a > 0', fieldPath: '.none' }, '.none'],
  ])('refuses a rule that %s', (_, rule, expected) => {
    const schema: JSONSchemaProps = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'integer' }, l: { type: 'array', items: { type: 'string' } } },
          'x-kubernetes-validations': [rule],
        },
      },
    };
    const found = problemsOfSchema(schema);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toContain(expected);
    expect(found[0]).toContain(`${v1Schema}.properties[spec].x-kubernetes-validations[0]`);
  });
});

describe('validateDefinitionUpdate', () => {
  function update(
    from: Partial<Spec>,
    to: Partial<Spec>,
    change: (crd: CustomResourceDefinition) => void = () => undefined,
  ): string[] {
    const next = definition(to);
    change(next);
    return validateDefinitionUpdate(next, definition(from), context).map(formatFieldError);
  }

  const nullableItems: JSONSchemaProps = { type: 'string', nullable: true };
  const bad: JSONSchemaProps = {
    type: 'object',
    properties: { a: { type: 'array', 'x-kubernetes-list-type': 'set', items: nullableItems } },
  };

  test('leaves what was wrong before', () => {
    expect(update({ versions: [version({}, bad)] }, { versions: [version({}, bad)] })).toEqual([]);
  });

  test('refuses what is wrong anew', () => {
    expect(update({}, { versions: [version({}, bad)] })).toHaveLength(1);
  });

  test('the group stays', () => {
    const found = update({}, { group: 'other.com' });
    expect(found).toContainEqual(expect.stringContaining('spec.group: Invalid value: "other.com": field is immutable'));
  });

  test('a stored version has to stay', () => {
    const next = [version({ name: 'v2' })];
    const found = update({}, { versions: next }, (crd) => (crd.status.storedVersions = ['v1', 'v2']));
    expect(found).toContainEqual(
      expect.stringContaining('status.storedVersions[0]: Invalid value: "v1": missing from spec.versions'),
    );
  });
});
