import { statusOf } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import { convertFieldSelector } from './field-labels.ts';

const labels = { 'regarding.kind': 'involvedObject.kind' };

test.each([
  { text: '', want: '' },
  { text: 'regarding.kind=Pod,metadata.name!=x', want: 'involvedObject.kind=Pod,metadata.name!=x' },
  { text: 'regarding.kind=a\\,b', want: 'involvedObject.kind=a\\,b' },
])('$text becomes $want', ({ text, want }) => {
  const sorted = (selector: string): string[] => selector.split(/(?<!\\),/).sort();
  expect(sorted(convertFieldSelector(text, labels))).toEqual(sorted(want));
});

test.each([
  { text: 'involvedObject.kind=Pod', message: 'field label not supported: involvedObject.kind' },
  { text: 'x', message: "invalid selector: 'x'; can't understand 'x'" },
])('$text is refused', ({ text, message }) => {
  try {
    convertFieldSelector(text, labels);
    expect.unreachable();
  } catch (err) {
    expect(statusOf(err)).toMatchObject({ code: 400, message });
  }
});
