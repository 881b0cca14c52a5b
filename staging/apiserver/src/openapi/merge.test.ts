import { expect, test } from 'vitest';

import type { OpenApiDocuments } from './handler.ts';
import { mergeOpenApi } from './merge.ts';

function documents(name: string, made: string[]): OpenApiDocuments {
  return {
    v3Paths: [`apis/${name}`],
    v3: () => ({ name }),
    v2: () => {
      made.push(name);
      return { swagger: '2.0', paths: { [`/${name}`]: {} }, definitions: {} };
    },
  };
}

test('the pieces of servers behind servers are merged once, all together', () => {
  const made: string[] = [];
  const behind = mergeOpenApi([documents('b', made), documents('c', made)]);
  const all = mergeOpenApi([documents('a', made), behind]);
  expect(made).toEqual([]);
  expect(all.v2Pieces).toHaveLength(3);
  expect(all.v2()).toMatchObject({ paths: { '/a': {}, '/b': {}, '/c': {} } });
  expect(all.v2()).toBe(all.v2());
  expect(behind.v2()).toMatchObject({ paths: { '/b': {}, '/c': {} } });
  expect(made).toEqual(['a', 'b', 'c']);
  expect(all.v3('apis/c')).toEqual({ name: 'c' });
});
