import { describe, expect, test } from 'vitest';

import { isReviewVersion, newReview, objectsOfReview } from './conversion-review.ts';

const object = { apiVersion: 'example.com/v2', kind: 'Widget', metadata: { name: 'a' } };
const envelope = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' };
const result = { status: 'Success' };

test('asks for objects in a version', () => {
  expect(newReview('v1', 'u', 'example.com/v2', [object])).toEqual({
    ...envelope,
    request: { uid: 'u', desiredAPIVersion: 'example.com/v2', objects: [object] },
  });
});

test.each([
  ['v1', true],
  ['v1beta1', true],
  ['v2', false],
])('speaks %s: %s', (version, expected) => {
  expect(isReviewVersion(version)).toBe(expected);
});

describe('objectsOfReview', () => {
  test('gives the converted objects', () => {
    const answer = { ...envelope, response: { uid: 'u', convertedObjects: [object], result } };
    expect(objectsOfReview(answer, 'v1', 'u')).toEqual([object]);
  });

  test('v1beta1 need not name itself, nor the request', () => {
    expect(objectsOfReview({ response: { convertedObjects: [object], result } }, 'v1beta1', 'u')).toEqual([object]);
  });

  test.each([
    [
      'another kind',
      { ...envelope, kind: 'Other', response: { uid: 'u', result } },
      'expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=Other',
    ],
    ['no response', envelope, 'no response provided'],
    ['nothing', undefined, 'expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got , Kind='],
    [
      'an answer to another request',
      { ...envelope, response: { uid: 'x', result } },
      'expected response.uid="u", got "x"',
    ],
    ['a failure', { ...envelope, response: { uid: 'u', result: { status: 'Failure', message: 'no' } } }, 'no'],
    [
      'a failure without words',
      { ...envelope, response: { uid: 'u', result: { status: 'Failure' } } },
      "response.result.status was 'Failure', not 'Success'",
    ],
    ['no result', { ...envelope, response: { uid: 'u' } }, "response.result.status was '', not 'Success'"],
  ])('refuses %s', (_, answer, message) => {
    expect(() => objectsOfReview(answer, 'v1', 'u')).toThrow(message);
  });
});
