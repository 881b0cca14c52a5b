import { Agent } from 'node:https';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ApiClient } from '../framework/api-client.ts';
import { type ApiServerAddress, ApiServerProcess } from '../framework/api-server.ts';
import { problemOf } from './check-answer.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { send } from './send.ts';
import { type Schemas, jsonOf, mutatedBytes, valuesOf } from './structures.ts';
import { textOf } from './text-of.ts';

/** The nightly run tries more. */
const numRuns = Math.min(2000, Math.ceil(Number(process.env['FUZZ_REQUESTS'] ?? 12_500) / 500));
const timeout = 30_000 + numRuns * 100;

interface Kind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly path: string;
}

const inNamespace = (apiVersion: string, resource: string): string =>
  `${apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`}/namespaces/default/${resource}`;
const kinds: Kind[] = [
  ['Pod', 'v1', 'pods'],
  ['Service', 'v1', 'services'],
  ['ConfigMap', 'v1', 'configmaps'],
  ['PersistentVolumeClaim', 'v1', 'persistentvolumeclaims'],
  ['Deployment', 'apps/v1', 'deployments'],
  ['StatefulSet', 'apps/v1', 'statefulsets'],
  ['CronJob', 'batch/v1', 'cronjobs'],
  ['HorizontalPodAutoscaler', 'autoscaling/v2', 'horizontalpodautoscalers'],
  ['Ingress', 'networking.k8s.io/v1', 'ingresses'],
  ['NetworkPolicy', 'networking.k8s.io/v1', 'networkpolicies'],
  ['ResourceClaim', 'resource.k8s.io/v1', 'resourceclaims'],
  ['Role', 'rbac.authorization.k8s.io/v1', 'roles'],
].map(([kind = '', apiVersion = '', resource = '']) => ({ kind, apiVersion, path: inNamespace(apiVersion, resource) }));
kinds.push(
  ...[
    ['CustomResourceDefinition', 'apiextensions.k8s.io/v1', 'customresourcedefinitions'],
    ['ValidatingAdmissionPolicy', 'admissionregistration.k8s.io/v1', 'validatingadmissionpolicies'],
    ['FlowSchema', 'flowcontrol.apiserver.k8s.io/v1', 'flowschemas'],
    ['APIService', 'apiregistration.k8s.io/v1', 'apiservices'],
  ].map(([kind = '', apiVersion = '', resource = '']) => ({
    kind,
    apiVersion,
    path: `/apis/${apiVersion}/${resource}`,
  })),
);

let server: ApiServerProcess;
let address: ApiServerAddress;
let agent: Agent;

beforeAll(async () => {
  server = await ApiServerProcess.start();
  address = await server.address();
  agent = new Agent({ keepAlive: true, maxSockets: 4, ca: address.ca });
  // Without it a Pod is refused only after a second of waiting for it.
  using client = new ApiClient(address);
  const { status } = await client.request('POST', '/api/v1/namespaces/default/serviceaccounts', {
    body: { metadata: { name: 'default' } },
  });
  expect(status).toBe(201);
});

afterAll(async () => {
  agent.destroy();
  await server[Symbol.asyncDispose]();
});

async function schemasOf({ apiVersion }: Kind): Promise<Schemas> {
  const path = apiVersion === 'v1' ? 'api/v1' : `apis/${apiVersion}`;
  const document = JSON.parse(await textOf(address, `/openapi/v3/${path}`)) as { components: { schemas: Schemas } };
  return document.components.schemas;
}

/** Whatever is asked is answered, and not as a fault of the server. */
async function expectNoProblem(request: Omit<FuzzRequest, 'query'>): Promise<void> {
  const answer = await send(address, agent, { ...request, query: 'dryRun=All&fieldManager=f' });
  if (answer !== undefined) expect(problemOf({ ...request, query: '' }, answer)).toBeUndefined();
}

const bodyTypes = [
  { method: 'POST', type: 'application/json' },
  { method: 'POST', type: 'application/yaml' },
  { method: 'PATCH', type: 'application/apply-patch+yaml' },
  { method: 'PATCH', type: 'application/merge-patch+json' },
  { method: 'PATCH', type: 'application/strategic-merge-patch+json' },
];

describe.each(kinds)('$kind', (kind) => {
  test(`${numRuns} objects that nearly follow its schema`, { timeout }, async () => {
    const schemas = await schemasOf(kind);
    const [, schema] = Object.entries(schemas).find(([name]) => name.endsWith(`.${kind.kind}`)) ?? [];
    if (schema === undefined) throw new Error('no schema');
    const arbitrary = fc.tuple(valuesOf(schemas, schema), fc.constantFrom(...bodyTypes), fc.boolean());
    await fc.assert(
      fc.asyncProperty(arbitrary, async ([value, { method, type }, isNamed]) => {
        const path = method === 'POST' ? kind.path : `${kind.path}/x`;
        const named = { ...(value as object), apiVersion: kind.apiVersion, kind: kind.kind };
        const metadata = isNamed ? { metadata: { name: 'x' } } : {};
        await expectNoProblem({
          method,
          path,
          headers: { 'content-type': type },
          body: jsonOf({ ...named, ...metadata }),
        });
      }),
      { numRuns },
    );
  });
});

test(`${numRuns} protobuf bodies in which bytes are wrong`, { timeout }, async () => {
  using client = new ApiClient(address);
  const metadata = { name: 'p', labels: { a: 'b' }, annotations: { c: 'd' } };
  const spec = { containers: [{ name: 'c', image: 'i', env: [{ name: 'X', value: 'y' }] }] };
  const { status } = await client.request('POST', '/api/v1/namespaces/default/pods', { body: { metadata, spec } });
  expect(status).toBe(201);
  const path = '/api/v1/namespaces/default/pods/p';
  const type = 'application/vnd.kubernetes.protobuf';
  const { raw } =
    (await send(address, agent, { method: 'GET', path, query: '', headers: { accept: type }, body: '' })) ?? {};
  expect(raw?.subarray(0, 3).toString()).toBe('k8s');
  await fc.assert(
    fc.asyncProperty(mutatedBytes(raw as Buffer), (body) =>
      expectNoProblem({ method: 'PUT', path, headers: { 'content-type': type }, body }),
    ),
    { numRuns: numRuns * 8 },
  );
});

const headerText = fc.oneof(
  fc.constantFrom(
    '*/*',
    'application/json;as=Table;g=meta.k8s.io;v=v1',
    'gzip;q=0',
    'system:masters',
    '100-continue',
    '"',
  ),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(',', ';', 'a=b;', 'application/json,', 'q=0.1,').map((text) => text.repeat(500)),
);
const headerNames = [
  ...['accept', 'accept-encoding', 'content-type', 'content-encoding', 'impersonate-user', 'impersonate-group'],
  ...['impersonate-uid', 'impersonate-extra-a%zz', 'if-match', 'if-none-match', 'expect', 'audit-id', 'traceparent'],
  ...['x-remote-user', 'x-forwarded-for', 'range', 'upgrade', 'te', 'origin', 'warning', 'user-agent'],
];
const queryNames = [
  ...['labelSelector', 'fieldSelector', 'continue', 'limit', 'resourceVersion', 'resourceVersionMatch'],
  ...['timeoutSeconds', 'fieldValidation', 'pretty', 'includeObject', 'timeout', 'propagationPolicy'],
];
const selectorPiece = fc.constantFrom(
  'a',
  '=',
  '==',
  '!=',
  '!',
  ',',
  ' in ',
  ' notin ',
  '(',
  ')',
  'b/c',
  '<',
  '>',
  ' ',
  'metadata.name',
  '\\',
  'é',
);
const queryText = fc.oneof(
  fc.array(selectorPiece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  headerText,
);

test(`${numRuns} heads with odd headers and parameters`, { timeout }, async () => {
  const head = fc.record({
    headers: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 4 }),
    query: fc.dictionary(fc.constantFrom(...queryNames), queryText, { maxKeys: 3 }),
    path: fc.constantFrom(
      '/api/v1/pods',
      '/api/v1/namespaces/default/configmaps',
      '/apis/apps/v1',
      '/openapi/v2',
      '/apis',
    ),
  });
  await fc.assert(
    fc.asyncProperty(head, async ({ headers, query, path }) => {
      const request = { method: 'GET', path, query: new URLSearchParams(query).toString(), headers, body: '' };
      const answer = await send(address, agent, request);
      if (answer !== undefined) expect(problemOf(request, answer)).toBeUndefined();
    }),
    { numRuns: numRuns * 8 },
  );
});
