import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

/** What fuzzing found: each was once answered with 500. */
describe('bad input is answered as such', () => {
  let server: TestServer;
  const path = '/api/v1/namespaces/default/configmaps/fuzzed';

  beforeAll(async () => {
    server = await startTestServer();
    const body = { metadata: { name: 'fuzzed' } };
    const { status } = await sendRaw(server, 'POST', '/api/v1/namespaces/default/configmaps', { body });
    expect(status).toBe(201);
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test.each<{ name: string; apiVersion: unknown }>([
    { name: 'an object', apiVersion: { a: [1] } },
    { name: 'a list', apiVersion: ['v1'] },
    { name: 'a number', apiVersion: 5 },
    { name: 'a text with too many slashes', apiVersion: 'a/b/c' },
  ])('a merge patch that makes the apiVersion $name', async ({ apiVersion }) => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { status, text } = await sendRaw(server, 'PATCH', path, { body: { apiVersion }, headers });
    expect({ status, reason: (JSON.parse(text) as { reason: string }).reason }).toEqual({
      status: 422,
      reason: 'Invalid',
    });
  });

  test('a strategic merge patch that is nested too deeply', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 1500; level++) deep = { a: [deep] };
    const headers = { 'content-type': 'application/strategic-merge-patch+json' };
    const { status } = await sendRaw(server, 'PATCH', path, { body: { data: { a: deep } }, headers });
    expect([400, 422]).toContain(status);
  });

  test('an unknown field whose name no header can hold as it is', async () => {
    const body = { metadata: { name: 'fuzzed' }, '\u202e𝒳\ud800': 1 };
    const { status, headers } = await sendRaw(server, 'PUT', path, { body });
    expect(status).toBe(200);
    const warning = Buffer.from(String(headers['warning']), 'latin1').toString();
    expect(warning).toBe('299 - "unknown field \\"\u202e𝒳\ufffd\\""');
  });

  test('an applied object whose apiVersion has too many slashes', async () => {
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const body = { apiVersion: 'a/b/c', kind: 'ConfigMap', metadata: { name: 'fuzzed' } };
    const { status, text } = await sendRaw(server, 'PATCH', `${path}?fieldManager=a`, { body, headers });
    expect(status).toBe(400);
    expect((JSON.parse(text) as { message: string }).message).toContain('invalid object type: /, Kind=');
  });

  test.each([
    { name: 'an order that is no list', patch: { '$setElementOrder/finalizers': 1 }, code: 400, message: /format/ },
    {
      name: '$retainKeys that is no list',
      patch: { metadata: { $retainKeys: 1 } },
      code: 400,
      message: /retainKeys/,
    },
    { name: 'an unknown directive', patch: { $patch: 'x' }, code: 500, message: /unknown patch type: x/ },
  ])('a strategic merge patch with $name', async ({ patch, code, message }) => {
    const headers = { 'content-type': 'application/strategic-merge-patch+json' };
    const { status, text } = await sendRaw(server, 'PATCH', path, { body: patch, headers });
    expect({ status, text }).toMatchObject({ status: code, text: expect.stringMatching(message) as string });
  });

  test.each(['remove', 'add', 'move', 'copy'])('a JSON patch that wants to %s the whole object', async (op) => {
    const headers = { 'content-type': 'application/json-patch+json' };
    const body = [{ op, path: '', from: '/data', value: {} }];
    const { status } = await sendRaw(server, 'PATCH', path, { body, headers });
    expect(status).toBe(422);
  });

  test('keys that occur twice in YAML are refused in one, or warned about each', async () => {
    const yaml = 'metadata:\n  name: twice\n  name: twice\ndata: {a: b, a: c}\n';
    const headers = { 'content-type': 'application/yaml' };
    const collection = '/api/v1/namespaces/default/configmaps?dryRun=All';
    const strict = await sendRaw(server, 'POST', `${collection}&fieldValidation=Strict`, { text: yaml, headers });
    expect(JSON.parse(strict.text)).toMatchObject({
      code: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:\n' +
        '  line 3: key "name" already set in map\n  line 4: key "a" already set in map',
    });
    const warned = await sendRaw(server, 'POST', collection, { text: yaml, headers });
    expect(warned.status).toBe(201);
    expect(String(warned.headers['warning'])).toBe(
      '299 - "line 3: key \\"name\\" already set in map", 299 - "line 4: key \\"a\\" already set in map"',
    );
  });

  test.each([
    { resource: 'configmaps', body: { binaryData: { a: null } }, status: 201 },
    { resource: 'secrets', body: { data: { a: null } }, status: 201 },
    { resource: 'ingresses', body: { spec: { defaultBackend: { resource: {} } } }, status: 422 },
  ])('$resource with null where it is not expected: $body', async ({ resource, body, status }) => {
    const root = resource === 'ingresses' ? '/apis/networking.k8s.io/v1' : '/api/v1';
    const answer = await sendRaw(server, 'POST', `${root}/namespaces/default/${resource}?dryRun=All`, {
      body: { metadata: { name: 'nulls' }, ...body },
    });
    expect(answer.status).toBe(status);
  });

  test('members with names of the prototype are members', async () => {
    const text = '{"metadata":{"name":"odd"},"data":{"__proto__":"x","constructor":"y"}}';
    const { status, text: made } = await sendRaw(server, 'POST', '/api/v1/namespaces/default/configmaps', { text });
    expect(status).toBe(201);
    expect(made).toContain('"__proto__":"x"');
    expect(made).toContain('"constructor":"y"');
    const { text: got } = await sendRaw(server, 'GET', '/api/v1/namespaces/default/configmaps/odd');
    expect(got).toContain('"__proto__":"x"');
  });

  test.each(['constructor', '__proto__', 'toString'])('the subresource %s is none', async (name) => {
    const { status } = await sendRaw(server, 'GET', `${path}/${name}`);
    expect(status).toBe(404);
  });

  test('an applied object whose name is an object with a toString of its own', async () => {
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: { toString: 'x' } } };
    const { text } = await sendRaw(server, 'PATCH', `${path}?fieldManager=a`, { body, headers });
    expect(JSON.parse(text)).toMatchObject({
      message: expect.stringContaining('failed to create typed patch object (/; /v1, Kind=ConfigMap)') as string,
    });
  });
});
