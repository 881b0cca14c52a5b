import type { KubeObject, ManagedFieldsEntry } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { moveReplicas, ownersOfReplicas } from './scale-managed-fields.ts';

const place = { apiVersion: 'example.com/v1', path: '.spec.size' };

function entry(manager: string, fieldsV1: NonNullable<ManagedFieldsEntry['fieldsV1']>): ManagedFieldsEntry {
  return { manager, operation: 'Update', apiVersion: 'example.com/v1', fieldsType: 'FieldsV1', fieldsV1 };
}

function widget(managedFields: ManagedFieldsEntry[]): KubeObject {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', managedFields } };
}

const scaler = { ...entry('scaler', { 'f:spec': { 'f:replicas': {} } }), apiVersion: 'autoscaling/v1' };

describe('moveReplicas', () => {
  test('takes the replicas from who had them, and leaves the rest', () => {
    const object = widget([entry('owner', { 'f:spec': { 'f:size': {}, 'f:color': {} } })]);
    moveReplicas(object, place, [scaler]);
    expect(object.metadata.managedFields).toEqual([
      { ...entry('scaler', { 'f:spec': { 'f:size': {} } }), subresource: 'scale' },
      entry('owner', { 'f:spec': { 'f:color': {} } }),
    ]);
  });

  test('who had nothing else is no manager any more', () => {
    const object = widget([entry('owner', { 'f:spec': { 'f:size': {} } }), entry('other', { 'f:status': {} })]);
    moveReplicas(object, place, []);
    expect(object.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['other']);
  });
});

test('ownersOfReplicas shows managers of the count as managers of the Scale', () => {
  const object = widget([entry('owner', { 'f:spec': { 'f:size': {} } }), entry('other', { 'f:status': {} })]);
  expect(ownersOfReplicas(object, place)).toEqual([
    { ...entry('owner', { 'f:spec': { 'f:replicas': {} } }), apiVersion: 'autoscaling/v1' },
  ]);
});
