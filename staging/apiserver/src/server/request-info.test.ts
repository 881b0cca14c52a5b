import { expect, test } from 'vitest';

import { isLongRunning, parseRequestInfo } from './request-info.ts';

const parse = (method: string, url: string): ReturnType<typeof parseRequestInfo> => {
  const [path = '', query = ''] = url.split('?');
  return parseRequestInfo(method, path, new URLSearchParams(query));
};

// Cases of upstream's apiserver/pkg/endpoints/request/requestinfo_test.go.
test.each([
  { method: 'GET', url: '/api/v1/namespaces', verb: 'list', resource: 'namespaces', namespace: '', name: '' },
  {
    method: 'GET',
    url: '/api/v1/namespaces/other',
    verb: 'get',
    resource: 'namespaces',
    namespace: 'other',
    name: 'other',
  },
  { method: 'GET', url: '/api/v1/namespaces/other/pods', verb: 'list', resource: 'pods', namespace: 'other', name: '' },
  {
    method: 'GET',
    url: '/api/v1/namespaces/other/pods/foo',
    verb: 'get',
    resource: 'pods',
    namespace: 'other',
    name: 'foo',
  },
  {
    method: 'HEAD',
    url: '/api/v1/namespaces/other/pods/foo',
    verb: 'get',
    resource: 'pods',
    namespace: 'other',
    name: 'foo',
  },
  { method: 'GET', url: '/api/v1/pods', verb: 'list', resource: 'pods', namespace: '', name: '' },
  { method: 'GET', url: '/api/v1/pods?watch=true', verb: 'watch', resource: 'pods', namespace: '', name: '' },
  { method: 'GET', url: '/api/v1/pods?watch=false', verb: 'list', resource: 'pods', namespace: '', name: '' },
  { method: 'GET', url: '/api/v1/pods?watch=nope', verb: 'watch', resource: 'pods', namespace: '', name: '' },
  {
    method: 'GET',
    url: '/api/v1/pods?fieldSelector=metadata.name%3Dweb',
    verb: 'list',
    resource: 'pods',
    namespace: '',
    name: 'web',
  },
  {
    method: 'POST',
    url: '/api/v1/namespaces/other/pods',
    verb: 'create',
    resource: 'pods',
    namespace: 'other',
    name: '',
  },
  {
    method: 'PUT',
    url: '/api/v1/namespaces/other/pods/foo',
    verb: 'update',
    resource: 'pods',
    namespace: 'other',
    name: 'foo',
  },
  {
    method: 'PATCH',
    url: '/api/v1/namespaces/other/pods/foo',
    verb: 'patch',
    resource: 'pods',
    namespace: 'other',
    name: 'foo',
  },
  {
    method: 'DELETE',
    url: '/api/v1/namespaces/other/pods/foo',
    verb: 'delete',
    resource: 'pods',
    namespace: 'other',
    name: 'foo',
  },
  {
    method: 'DELETE',
    url: '/api/v1/namespaces/other/pods',
    verb: 'deletecollection',
    resource: 'pods',
    namespace: 'other',
    name: '',
  },
  {
    method: 'GET',
    url: '/api/v1/watch/namespaces/other/pods',
    verb: 'watch',
    resource: 'pods',
    namespace: 'other',
    name: '',
  },
  {
    method: 'GET',
    url: '/apis/apps/v1/namespaces/a/deployments/b',
    verb: 'get',
    resource: 'deployments',
    namespace: 'a',
    name: 'b',
  },
])('$method $url', ({ method, url, ...want }) => {
  expect(parse(method, url)).toMatchObject({ isResourceRequest: true, ...want });
});

test.each([
  ['/api/v1/namespaces/a/pods/b/log', 'log', true],
  ['/api/v1/namespaces/a/pods/b/status', 'status', false],
  ['/api/v1/namespaces/a/status', 'status', false],
])('%s has the subresource %s', (url, subresource, long) => {
  const info = parse('GET', url);
  expect(info.subresource).toBe(subresource);
  expect(isLongRunning(info)).toBe(long);
});

test.each(['/', '/api', '/api/v1', '/apis/apps', '/apis/apps/v1', '/healthz', '/version'])(
  '%s is no resource',
  (url) => {
    expect(parse('GET', url)).toMatchObject({ isResourceRequest: false, verb: 'get', path: url });
  },
);
