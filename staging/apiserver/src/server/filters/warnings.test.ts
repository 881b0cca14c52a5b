import { expect, test } from 'vitest';

import type { ServerRequest, ServerResponse } from '../http.ts';
import { withWarnings } from './warnings.ts';

async function headersFor(warnings: readonly string[]): Promise<readonly string[]> {
  const request = { warnings: [] as string[] } as unknown as ServerRequest;
  const handler = withWarnings((asked) => {
    asked.warnings.push(...warnings);
    return Promise.resolve({ status: 200, headers: {}, body: { kind: 'empty' } } satisfies ServerResponse);
  });
  return ((await handler(request)).headers['warning'] ?? []) as readonly string[];
}

test('each text is sent once, in order', async () => {
  expect(await headersFor(['b', 'a', 'b'])).toEqual(['299 - "b"', '299 - "a"']);
});

test('no warning, no header', async () => {
  expect(await headersFor([])).toEqual([]);
});

test('quotes and line breaks are escaped, and the text is UTF-8', async () => {
  const [header = ''] = await headersFor(['a "b"\nü']);
  expect(Buffer.from(header, 'latin1').toString()).toBe('299 - "a \\"b\\" ü"');
});

test('texts of more than 4096 characters together are cut to 256 each', async () => {
  const headers = await headersFor(['a'.repeat(4000), 'b'.repeat(500), 'c']);
  expect(headers).toEqual([`299 - "${'a'.repeat(256)}"`, `299 - "${'b'.repeat(256)}"`, '299 - "c"']);
});

test('however many there are, they fit into a head that clients take', async () => {
  const headers = await headersFor(Array.from({ length: 100_000 }, (_, index) => `unknown field "field-${index}"`));
  expect(headers.join('').length).toBeLessThan(10_000);
  expect(headers.length).toBeGreaterThan(100);
});
