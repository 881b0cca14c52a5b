import { type KubeObject, realClock } from '@kubescript/apimachinery';
import { type AuthorizerAttributes, EncodedItem, type RestWatchEvent } from '@kubescript/apiserver';
import { expect, test } from 'vitest';

import type { Watchable } from '../mirror.ts';
import { NodeAuthorizer } from './node-authorizer.ts';
import { NodeGraph } from './node-graph.ts';

function storeOf(...objects: object[]): Watchable {
  return {
    watch: (_, { signal }) =>
      Promise.resolve(
        (async function* (): AsyncGenerator<RestWatchEvent> {
          for (const object of objects) yield { type: 'ADDED', item: new EncodedItem(object as KubeObject) };
          yield { type: 'BOOKMARK', resourceVersion: '1', initialEventsEnd: true };
          await realClock.sleep(60_000, signal).catch(() => undefined);
        })(),
      ),
  };
}

const pod = {
  metadata: { name: 'p', namespace: 'ns' },
  spec: {
    nodeName: 'n1',
    serviceAccountName: 'sa',
    imagePullSecrets: [{ name: 'pull' }],
    containers: [{ name: 'c', env: [{ name: 'E', valueFrom: { configMapKeyRef: { name: 'cm', key: 'k' } } }] }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'claim' } }],
  },
  status: {},
};
const volume = {
  metadata: { name: 'pv' },
  spec: {
    claimRef: { namespace: 'ns', name: 'claim' },
    csi: { nodePublishSecretRef: { name: 'csi', namespace: 'other' } },
  },
};
const none = "no relationship found between node 'n1' and this object";

const cases: readonly (Partial<AuthorizerAttributes> & { readonly want: string })[] = [
  { resource: 'secrets', name: 'pull', want: 'allow' },
  { resource: 'secrets', name: 'unrelated', want: none },
  { resource: 'secrets', verb: 'list', want: 'No Object name found' },
  { resource: 'secrets', verb: 'update', name: 'pull', want: 'can only read resources of this type' },
  { resource: 'secrets', namespace: 'other', name: 'csi', want: 'allow' },
  { resource: 'configmaps', name: 'cm', verb: 'watch', want: 'allow' },
  { resource: 'persistentvolumeclaims', name: 'claim', want: 'allow' },
  { resource: 'persistentvolumes', namespace: '', name: 'pv', want: 'allow' },
  { resource: 'serviceaccounts', subresource: 'token', verb: 'create', name: 'sa', want: 'allow' },
  { resource: 'serviceaccounts', subresource: 'token', verb: 'create', name: 'other', want: none },
  { resource: 'nodes', namespace: '', name: 'n1', want: 'allow' },
  {
    resource: 'nodes',
    namespace: '',
    name: 'n2',
    want: "node 'n1' cannot read 'n2', only its own Node object",
  },
  { resource: 'pods', verb: 'list', fieldSelector: 'spec.nodeName=n1', namespace: '', want: 'allow' },
  { resource: 'pods', verb: 'list', want: 'can only list/watch pods with spec.nodeName field selector' },
  { resource: 'pods', name: 'p', want: 'allow' },
  { resource: 'services', verb: 'list', want: 'allow' },
  { resource: 'deployments', verb: 'list', want: '' },
];

test.each(cases)('a node may $verb $resource/$subresource $name: $want', async ({ want, ...attributes }) => {
  const stop = new AbortController();
  const graph = new NodeGraph();
  await graph.run(
    {
      pods: storeOf(pod),
      persistentVolumes: storeOf(volume),
      volumeAttachments: storeOf(),
      resourceSlices: storeOf(),
    },
    stop.signal,
  ).synced;
  const authorizer = new NodeAuthorizer(graph, [{ apiGroups: [''], resources: ['services'], verbs: ['list'] }]);
  const { decision, reason } = await authorizer.authorize({
    user: { name: 'system:node:n1', groups: ['system:nodes'] },
    verb: 'get',
    isResourceRequest: true,
    namespace: 'ns',
    resource: '',
    subresource: '',
    name: '',
    apiGroup: '',
    apiVersion: 'v1',
    path: '',
    ...attributes,
  });
  expect(decision === 'allow' ? 'allow' : reason).toBe(want);
  stop.abort();
});
