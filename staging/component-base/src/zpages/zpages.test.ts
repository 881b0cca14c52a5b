import { expect, test } from 'vitest';

import { flagz, statusz } from './zpages.ts';

const flags = { v: '2', 'bind-address': '0.0.0.0' };

test('flags are shown sorted, as text or as an object', () => {
  const { text, contentType } = flagz('kube-test', flags, '*/*');
  expect(contentType).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^\nkube-test flagz\nWarning: .*\n\nbind-address=0\.0\.0\.0\nv=2\n$/);
  const page = flagz('kube-test', flags, 'application/json;v=v1beta1;g=config.k8s.io;as=Flagz');
  expect(JSON.parse(page.text)).toEqual({
    kind: 'Flagz',
    apiVersion: 'config.k8s.io/v1beta1',
    metadata: { name: 'kube-test' },
    flags,
  });
});

test('the status names version, uptime and paths', () => {
  const { text } = statusz('kube-test', ['/healthz', '/metrics'], '');
  expect(text).toMatch(/\nUp: \d+ hr \d\d min \d\d sec\n/);
  expect(text).toMatch(/\nBinary version: v1\.36/);
  expect(text).toMatch(/\nPaths: \/healthz \/metrics\n$/);
});

test('other media types are not served', () => {
  expect(flagz('kube-test', flags, 'application/yaml').status).toBe(406);
});
