import { request as httpsRequest } from 'node:https';

import type { ApiServerAddress } from '../framework/api-server.ts';
import { Connection, headOf } from './connection.ts';
import { type Flood, pause, repeat } from './flood.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const lines = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n');

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** Sends a request on a connection of its own, and reads the answer. */
function send({ url, token, ca }: ApiServerAddress, { method, path, type, body }: Sent, signal: AbortSignal) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  };
  return new Promise<void>((resolve, reject) => {
    const outgoing = httpsRequest(url + path, { method, headers, ca, agent: false, signal });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      response.resume();
      response.on('error', reject);
      response.on('close', resolve);
    });
    outgoing.end(body);
  });
}

function requestFlood(name: string, requests: readonly Sent[]): Flood {
  let next = 0;
  return {
    name,
    run: (server, signal) =>
      repeat(4, signal, async () => {
        const request = requests[next++ % requests.length] as Sent;
        await send(server, request, signal);
      }),
  };
}

/** Bodies of the largest size that is taken, and of more. */
export const largeBodies: Flood = requestFlood('large bodies', [
  {
    method: 'POST',
    path: configMaps,
    type: 'application/json',
    body: `{"metadata":{"name":"${'x'.repeat(2_900_000)}"}}`,
  },
  { method: 'POST', path: configMaps, type: 'application/json', body: '['.repeat(2_900_000) },
  { method: 'POST', path: configMaps, type: 'application/json', body: ' '.repeat(4_000_000) },
  {
    method: 'POST',
    path: configMaps,
    type: 'application/vnd.kubernetes.protobuf',
    body: `k8s\0${'\x0a'.repeat(2_000_000)}`,
  },
]);

/** YAML that unpacks to more than it is, or takes long to read. */
export const yamlBombs: Flood = requestFlood(
  'YAML bombs',
  [
    `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${lines(20, (i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`)}`,
    `a0: &a0 {x: 1}\n${lines(3000, (i) => `a${i + 1}: &a${i + 1} {<<: *a${i}, k${i}: 1}`)}`,
    '- '.repeat(100_000),
    `a: ${'!!str '.repeat(400_000)}`,
  ].map((body) => ({ method: 'POST', path: configMaps, type: 'application/yaml', body })),
);

const copies = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '/data', path: `/data/c${index}` }));
/** Patches that grow, and those of many operations. */
export const patchBombs: Flood = requestFlood(
  'patch bombs',
  [
    [{ op: 'add', path: '/data', value: { big: 'x'.repeat(100_000) } }, ...copies],
    Array.from({ length: 10_000 }, () => ({ op: 'test', path: '/metadata/name', value: 'bomb' })),
    Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/metadata/name', value: 'bomb' })),
  ].map((body) => ({
    method: 'PATCH',
    path: `${configMaps}/kube-root-ca.crt`,
    type: 'application/json-patch+json',
    body: JSON.stringify(body),
  })),
);

const policy = (expression: string): string =>
  JSON.stringify({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'expensive' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['secrets'] }],
      },
      validations: [{ expression }],
    },
  });
const list = `[${Array.from({ length: 1000 }, (_, index) => index).join(',')}]`;
/** Expressions that are deep, long, or of which each step multiplies the work. */
export const expressionBombs: Flood = requestFlood(
  'expression bombs',
  [
    `${'('.repeat(5000)}true${')'.repeat(5000)}`,
    `${'!'.repeat(10_000)}true`,
    `${'true && '.repeat(20_000)}true`,
    `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c > -1)))`,
    `'${'a'.repeat(50_000)}'.matches('(a+)+$')`,
    `${'['.repeat(3000)}${']'.repeat(3000)} == []`,
  ].map((expression) => ({
    method: 'POST',
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All',
    type: 'application/json',
    body: policy(expression),
  })),
);

/** Queries and headers that take long to read, from clients that nobody knows. */
export const strangers: Flood = {
  name: 'heads of strangers that take long to read',
  run: (server, signal) =>
    repeat(4, signal, async () => {
      using connection = await Connection.open(server, signal);
      const heads = [
        `GET ${configMaps}?${'a&'.repeat(400_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
        `GET /${'a/'.repeat(400_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
        `GET /api HTTP/1.1\r\nHost: a\r\nAccept: ${'application/json;q=0.1,'.repeat(40_000)}\r\n\r\n`,
        `GET /api HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${'a.'.repeat(400_000)}\r\n\r\n`,
        `GET /api HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${`${'a'.repeat(200_000)}.`.repeat(3)}\r\n\r\n`,
      ];
      await connection.write(heads[Math.floor(Math.random() * heads.length)] as string);
      await Promise.race([connection.closed, pause(100, signal)]);
    }),
};

/** Watches that nobody reads, of what changes all the time. */
export const deafWatches: Flood = {
  name: 'watches that nobody reads',
  async run(server, signal) {
    const watching = repeat(200, signal, async () => {
      using connection = await Connection.open(server, signal, { isDeaf: true });
      connection.socket.pause();
      await connection.write(`${headOf(server, `GET ${configMaps}?watch=true`)}\r\n`);
      await connection.closed;
    });
    const body = JSON.stringify({ metadata: { name: 'changing' }, data: { large: 'x'.repeat(100_000) } });
    const request = { path: configMaps, type: 'application/json', body };
    const writing = repeat(2, signal, async () => {
      await send(server, { ...request, method: 'POST' }, signal);
      await send(server, { ...request, method: 'DELETE', path: `${configMaps}/changing`, body: '' }, signal);
    });
    await Promise.all([watching, writing]);
  },
};

const upgrades = [
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n',
  'Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n',
  'Connection: Upgrade\r\nUpgrade: nothing\r\n\r\n',
];
const upgradePaths = [
  '/api/v1/namespaces/default/pods/x/exec?command=a&stdin=true',
  '/api/v1/namespaces/default/pods/x/portforward',
  '/api/v1/namespaces/default/services/kubernetes/proxy/',
  '/api/v1/namespaces/default/configmaps?watch=true',
  '/api',
];

/** Upgrades to other protocols, with noise behind them. */
export const upgradeNoise: Flood = {
  name: 'upgrades with noise',
  run: (server, signal) =>
    repeat(10, signal, async () => {
      using connection = await Connection.open(server, signal);
      const path = upgradePaths[Math.floor(Math.random() * upgradePaths.length)] as string;
      const upgrade = upgrades[Math.floor(Math.random() * upgrades.length)] as string;
      await connection.write(headOf(server, `GET ${path}`) + upgrade);
      for (let count = 0; count < 5; count++) {
        await connection.write(Buffer.from(Array.from({ length: 200 }, () => Math.random() * 256)));
        await pause(5, signal);
      }
    }),
};
