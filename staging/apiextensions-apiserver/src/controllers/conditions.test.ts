import type { CustomResourceDefinition, JSONSchemaProps } from '@kubescript/api/apiextensions/v1';
import { describe, expect, test } from 'vitest';

import { approvalCondition } from './api-approval.ts';
import { nonStructuralCondition } from './non-structural.ts';

function definition(group: string, annotation?: string, schema?: JSONSchemaProps): CustomResourceDefinition {
  const annotations = annotation === undefined ? {} : { 'api-approved.kubernetes.io': annotation };
  return {
    metadata: { name: `widgets.${group}`, annotations },
    spec: { group, versions: [{ name: 'v1', ...(schema ? { schema: { openAPIV3Schema: schema } } : {}) }] },
    status: {},
  } as unknown as CustomResourceDefinition;
}

describe('approvalCondition', () => {
  test.each([
    ['https://github.com/kubernetes/kubernetes/pull/1', 'True', 'ApprovedAnnotation'],
    ['unapproved, experimental', 'False', 'UnapprovedAnnotation'],
    ['nonsense', 'False', 'InvalidAnnotation'],
    [undefined, 'False', 'MissingAnnotation'],
  ])('%s', (annotation, status, reason) => {
    expect(approvalCondition(definition('apps.k8s.io', annotation))).toMatchObject({ status, reason });
  });

  test('is nothing for groups of others', () => {
    expect(approvalCondition(definition('example.com'))).toBeUndefined();
  });
});

describe('nonStructuralCondition', () => {
  test('tells of what is not structural', () => {
    const schema = { type: 'object', properties: { a: {} } };
    expect(nonStructuralCondition(definition('example.com', undefined, schema))).toMatchObject({
      type: 'NonStructuralSchema',
      status: 'True',
      reason: 'Violations',
    });
  });

  test('is nothing for structural schemas', () => {
    expect(nonStructuralCondition(definition('example.com', undefined, { type: 'object' }))).toBeUndefined();
  });
});
