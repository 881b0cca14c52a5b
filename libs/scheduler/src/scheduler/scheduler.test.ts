import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { SchedulerTranscript } from '../testing/transcript.ts';

const testdata = new URL('../../testdata/', import.meta.url);

test.each(['life', 'preemption', 'topology'])('transcript %s', async (name) => {
  const script = await readFile(new URL(`${name}.txt`, testdata), 'utf8');
  await using transcript = new SchedulerTranscript();
  await expect(await transcript.run(script)).toMatchFileSnapshot(`../../testdata/${name}.golden.txt`);
});
