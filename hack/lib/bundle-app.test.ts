import { expect, test } from 'vitest';

import { wrapMain } from './bundle-app.ts';

test('what follows the imports goes into an async function', () => {
  const source = `import {\n  a,\n} from 'a';\n\nimport { b } from 'b';\n\nprocess.exitCode = await a(b);\n`;
  expect(wrapMain(source)).toBe(
    `import {\n  a,\n} from 'a';\n\nimport { b } from 'b';\nvoid (async () => {\n\nprocess.exitCode = await a(b);\n})();\n`,
  );
});

test('a main without imports is wrapped whole', () => {
  expect(wrapMain('await 1;\n')).toBe('void (async () => {\nawait 1;\n})();\n');
});
