import { expect, test } from 'vitest';

import { jobSpecWarnings } from './warnings.ts';

const template = { spec: { containers: [] } };

test.each([
  { completionMode: 'Indexed', completions: 100_001, parallelism: 10_001, warns: true },
  { completionMode: 'NonIndexed', completions: 100_001, parallelism: 10_001, warns: false },
  { completionMode: 'Indexed', completions: 100_000, parallelism: 10_001, warns: false },
  { completionMode: 'Indexed', completions: 100_001, parallelism: 10_000, warns: false },
])('$completionMode jobs of $completions completions, $parallelism at once', ({ warns, ...spec }) => {
  const warnings = jobSpecWarnings({ ...spec, template }, 'spec.jobTemplate.spec');
  expect(warnings).toEqual(
    warns ? [expect.stringMatching(/^spec\.jobTemplate\.spec: In Indexed Jobs with a number of completions/u)] : [],
  );
});
