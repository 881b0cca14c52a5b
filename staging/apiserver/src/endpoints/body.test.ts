import { expect, test } from 'vitest';

import type { ServerRequest } from '../server/http.ts';
import { parseBody, typeMetaProblem } from './body.ts';

const requestOf = (body: string, type = 'application/json'): ServerRequest =>
  ({ headers: { 'content-type': type }, body: () => Promise.resolve(Buffer.from(body)) }) as unknown as ServerRequest;
const parse = (body: string, type?: string): Promise<unknown> =>
  parseBody(requestOf(body, type), { findDuplicates: true, kind: 'ConfigMap' });

const json =
  "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error:";

test.each([
  ['', `${json} unexpected end of JSON input (<empty>)`],
  ['{"a":', `${json} unexpected end of JSON input ({"a":)`],
  ['{a:1}', `${json} invalid character 'a' looking for beginning of object key string ({a:1})`],
  ['nope', `${json} invalid character 'o' in literal null (expecting 'u') (6e6f7065)`],
  [
    `{"metadata":{"name":"a-long-name"},}`,
    `${json} invalid character '}' looking for beginning of object key string ({"metadata":{"name":"a-long-na ...)`,
  ],
])('%s is refused in the words of Go', async (body, message) => {
  await expect(parse(body)).rejects.toMatchObject({ status: { code: 400, reason: 'BadRequest', message } });
});

test('a body without a kind to expect is refused with the problem alone', async () => {
  await expect(parseBody(requestOf('x'), { findDuplicates: false })).rejects.toThrow(
    "couldn't get version/kind; json parse error: invalid character 'x' looking for beginning of value",
  );
});

const yaml = (problem: string): string =>
  `the object provided is unrecognized (must be of type ConfigMap): yaml: ${problem}`;

test.each([
  ['a: b: c', 'mapping values are not allowed in this context'],
  ['a: 1\n b: 2', 'line 2: mapping values are not allowed in this context'],
  ['a:\n\t- b', 'line 2: found character that cannot start any token'],
  ['@a', 'found character that cannot start any token'],
  ['a: 1\nb: "c', 'line 2: found unexpected end of stream'],
  ['a: 1\nb', "line 2: could not find expected ':'"],
  ['a: 1\nb\n', "line 3: could not find expected ':'"],
  ['a: 1\n- b', 'line 2: block sequence entries are not allowed in this context'],
  ['- a\nb: 1', "line 1: did not find expected '-' indicator"],
  ['[1,', 'did not find expected node content'],
  ['a\nb: c', 'line 2: mapping values are not allowed in this context'],
  ["a: 'x' y", 'did not find expected key'],
  ['a: {b: c', "did not find expected ',' or '}'"],
  ['a: 1\nb: [1', "line 1: did not find expected ',' or ']'"],
  ['a: *x', "unknown anchor 'x' referenced"],
  ['a: "\u0001"', 'control characters are not allowed'],
])('YAML %j: %s', async (body, problem) => {
  const message = yaml(problem);
  await expect(parse(body, 'application/yaml')).rejects.toThrow(message);
});

test.each([
  [{ kind: 'X', apiVersion: 'v1' }, undefined],
  [{ kind: null }, undefined],
  [null, undefined],
  [{ kind: 5 }, 'number into Go struct field .kind of type string'],
  [{ apiVersion: ['v1'] }, 'array into Go struct field .apiVersion of type string'],
  [
    [1],
    'array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
  ],
])('the type of %j', (value, problem) => {
  const want =
    problem === undefined
      ? undefined
      : `couldn't get version/kind; json parse error: json: cannot unmarshal ${problem}`;
  expect(typeMetaProblem(value)).toBe(want);
});
